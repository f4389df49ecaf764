print("tamga")
