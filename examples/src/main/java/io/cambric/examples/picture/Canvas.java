package io.cambric.examples.picture;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.io.image.Png;
import java.util.Arrays;

/** Pixels to draw on, white at first; mutable, for one thread. */
public final class Canvas {

  private static final int CHANNELS = 3;
  private static final int BYTE_BITS = 8;
  private static final int BYTE = 0xff;

  private final int width;
  private final int height;
  private final byte[] pixels;

  /** Makes a white canvas. */
  public Canvas(int width, int height) {
    this.width = width;
    this.height = height;
    pixels = new byte[width * height * CHANNELS];
    Arrays.fill(pixels, (byte) BYTE);
  }

  /** Sets a pixel, if it is on the canvas, to a colour such as 0xff0000 for red. */
  public void dot(int x, int y, int colour) {
    if (x < 0 || y < 0 || x >= width || y >= height) {
      return;
    }
    int at = (y * width + x) * CHANNELS;
    for (int channel = 0; channel < CHANNELS; channel++) {
      pixels[at + channel] = (byte) (colour >> ((CHANNELS - 1 - channel) * BYTE_BITS));
    }
  }

  /** Fills a rectangle. */
  public void box(int left, int top, int boxWidth, int boxHeight, int colour) {
    for (int y = top; y < top + boxHeight; y++) {
      for (int x = left; x < left + boxWidth; x++) {
        dot(x, y, colour);
      }
    }
  }

  /** Draws a straight line of two pixels in width. */
  public void line(double fromX, double fromY, double toX, double toY, int colour) {
    int steps = (int) Math.ceil(Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY)));
    for (int i = 0; i <= steps; i++) {
      double part = steps == 0 ? 0 : (double) i / steps;
      int x = (int) Math.round(fromX + part * (toX - fromX));
      int y = (int) Math.round(fromY + part * (toY - fromY));
      box(x, y, 2, 2, colour);
    }
  }

  /** Draws a text of printable ASCII with its upper left corner at a place. */
  public void text(int left, int top, String text, int colour) {
    for (int i = 0; i < text.length(); i++) {
      for (int column = 0; column < PixelFont.COLUMNS; column++) {
        int bits = PixelFont.column(text.charAt(i), column);
        for (int row = 0; row < PixelFont.ROWS; row++) {
          if ((bits >> row & 1) == 1) {
            dot(left + i * PixelFont.ADVANCE + column, top + row, colour);
          }
        }
      }
    }
  }

  /** {@return the width of a text} */
  public static int widthOf(String text) {
    return text.length() * PixelFont.ADVANCE;
  }

  /** {@return the content of a PNG file} */
  public byte[] png() {
    var aval = new ShapedArray(Shape.of(height, width, CHANNELS), DType.U8);
    return Png.encode(NdArray.of(aval, Buffer.wrap(DType.U8, pixels.clone())));
  }
}
