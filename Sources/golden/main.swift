print("golden")
