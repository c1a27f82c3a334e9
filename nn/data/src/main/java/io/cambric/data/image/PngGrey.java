package io.cambric.data.image;

import java.awt.image.BufferedImage;

/**
 * The transparent grey of a PNG file whose samples have fewer than eight bits. The reader of the
 * JDK spreads samples over a byte, and compares them with the number in the file, which is not
 * spread.
 *
 * @see <a href="https://www.w3.org/TR/png-3/#11tRNS">tRNS in the specification of PNG</a>
 */
final class PngGrey {

  private static final int HEADER = 0x49484452;
  private static final int TRANSPARENCY = 0x74524e53;

  /** The positions of the bit depth and the color type in the header. */
  private static final int BITS = 8;

  private static final int KIND = 9;
  private static final int GREY = 0;

  /** The reader makes two bands from grey with a transparent value. */
  private static final int GREY_AND_ALPHA = 2;

  private static final int MAX = 0xff;

  private PngGrey() {}

  /** Applies the transparent grey of an image, if its samples have fewer than eight bits. */
  static void clear(BufferedImage image, byte[] content) {
    if (!PngChunks.isPng(content) || image.getRaster().getNumBands() != GREY_AND_ALPHA) {
      return;
    }
    var header = PngChunks.find(content, HEADER);
    var transparency = PngChunks.find(content, TRANSPARENCY);
    if (header == null
        || header.get(BITS) >= Byte.SIZE
        || header.get(KIND) != GREY
        || transparency == null
        || transparency.remaining() < Short.BYTES) {
      return;
    }
    int most = (1 << header.get(BITS)) - 1;
    // Only the low bits of the number count; samples have been spread over a byte.
    int shade = (transparency.getShort() & most) * MAX / most;
    var raster = image.getRaster();
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        if (raster.getSample(x, y, 0) == shade) {
          raster.setSample(x, y, 1, 0);
        }
      }
    }
  }
}
