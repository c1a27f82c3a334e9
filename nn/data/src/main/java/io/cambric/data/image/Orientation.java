package io.cambric.data.image;

/**
 * How the rows of a file lie in the picture that was taken, as in the tag 0x0112 of Exif. Columns
 * and rows are swapped first, then each axis may be reversed.
 *
 * @param swapped whether rows of the file are columns of the picture
 * @param columnsReversed whether the first column of the file is the last along its axis
 * @param rowsReversed whether the first row of the file is the last along its axis
 * @see <a
 *     href="https://pillow.readthedocs.io/en/stable/reference/ImageOps.html">PIL.ImageOps.exif_transpose</a>
 */
record Orientation(boolean swapped, boolean columnsReversed, boolean rowsReversed) {

  /** The orientation of a file without one. */
  static final Orientation UPRIGHT = new Orientation(false, false, false);

  /** {@return the orientation of a value of the tag; upright for an undefined value} */
  static Orientation of(int tag) {
    return switch (tag) {
      case 2 -> new Orientation(false, true, false);
      case 3 -> new Orientation(false, true, true);
      case 4 -> new Orientation(false, false, true);
      case 5 -> new Orientation(true, false, false);
      case 6 -> new Orientation(true, false, true);
      case 7 -> new Orientation(true, true, true);
      case 8 -> new Orientation(true, true, false);
      default -> UPRIGHT;
    };
  }

  /**
   * Copies a row of the file to its position in the picture.
   *
   * @param height the rows of the file
   * @param picture all pixels of the picture
   */
  void place(int[] row, int y, int height, int[] picture) {
    int width = row.length;
    int line = rowsReversed ? height - 1 - y : y;
    int first = swapped ? line : line * width;
    int step = swapped ? height : 1;
    for (int x = 0; x < width; x++) {
      picture[first + step * (columnsReversed ? width - 1 - x : x)] = row[x];
    }
  }
}
