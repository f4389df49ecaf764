module relyingparty

go 1.19
