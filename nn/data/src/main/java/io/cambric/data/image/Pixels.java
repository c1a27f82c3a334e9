package io.cambric.data.image;

import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBufferInt;
import java.awt.image.IndexColorModel;

/**
 * The pixels of a decoded image as red, green and blue, with the values of the file. Samples of 16
 * bits give their upper byte. Transparent parts are on black.
 *
 * <p>The JDK's conversions are not used. They treat grey as linear light, which brightens it, and
 * apply color profiles that libraries in other languages ignore.
 */
final class Pixels {

  private static final int MAX = 0xff;

  private Pixels() {}

  /** {@return the same image, of type RGB, upright} */
  static BufferedImage upright(BufferedImage image, Orientation orientation) {
    int height = image.getHeight();
    int width = image.getWidth();
    var upright =
        orientation.swapped()
            ? new BufferedImage(height, width, BufferedImage.TYPE_INT_RGB)
            : new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    int[] pixels = ((DataBufferInt) upright.getRaster().getDataBuffer()).getData();
    var row = new int[width];
    for (int y = 0; y < height; y++) {
      read(image, y, row);
      orientation.place(row, y, height, pixels);
    }
    return upright;
  }

  private static void read(BufferedImage image, int y, int[] row) {
    var model = image.getColorModel();
    if (!(model instanceof ComponentColorModel)) {
      image.getRGB(0, y, row.length, 1, row, 0, row.length);
      if (model instanceof IndexColorModel && model.hasAlpha()) {
        for (int x = 0; x < row.length; x++) {
          int pixel = row[x];
          row[x] = rgb(pixel >> 16 & MAX, pixel >> 8 & MAX, pixel & MAX, pixel >>> 24);
        }
      }
      return;
    }
    int bands = image.getRaster().getNumBands();
    int[] samples = image.getRaster().getPixels(0, y, row.length, 1, (int[]) null);
    int shift = Math.max(0, model.getComponentSize(0) - Byte.SIZE);
    for (int i = 0; i < samples.length; i++) {
      samples[i] >>= shift;
    }
    for (int x = 0; x < row.length; x++) {
      row[x] = rgb(model, samples, x * bands);
    }
  }

  private static int rgb(ColorModel model, int[] samples, int at) {
    int colors = model.getNumColorComponents();
    if (model.getColorSpace().getType() == ColorSpace.TYPE_CMYK) {
      int light = MAX - samples[at + 3];
      return rgb(MAX - samples[at], MAX - samples[at + 1], MAX - samples[at + 2], light);
    }
    int alpha = model.hasAlpha() ? samples[at + colors] : MAX;
    return colors == 1
        ? rgb(samples[at], samples[at], samples[at], alpha)
        : rgb(samples[at], samples[at + 1], samples[at + 2], alpha);
  }

  /** {@return a color scaled by a fraction of 255, rounded} */
  private static int rgb(int red, int green, int blue, int part) {
    return weakened(red, part) << 16 | weakened(green, part) << 8 | weakened(blue, part);
  }

  private static int weakened(int color, int part) {
    return (color * part + MAX / 2) / MAX;
  }
}
