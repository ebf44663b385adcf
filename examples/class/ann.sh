# Right: prints the number of moves and the boards, as the assignment asks.
echo "Solving..."
exec taquin solve "$1"
