package io.cambric.io.image;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Writes images as PNG files, with 8 bits per channel.
 *
 * @see <a href="https://www.w3.org/TR/png-3/">Portable Network Graphics</a>
 */
public final class Png {

  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

  private static final int BITS_PER_CHANNEL = 8;

  /** The colour types of 1 to 4 channels: grey, grey with alpha, colours, colours with alpha. */
  private static final int[] COLOUR_TYPES = {0, 4, 2, 6};

  private static final int MAX_BYTE = 255;

  private Png() {}

  /**
   * {@return the content of a file with an image}
   *
   * <p>Shapes: {@code [height, width]} for grey, else {@code [height, width, channels]} with 1 to 4
   * channels: grey, grey with alpha, colours, colours with alpha. Values of u8 are used as they
   * are, bool is black and white. Floating values from 0 to 1 are scaled and rounded. Values
   * outside are clamped, and NaN becomes 0.
   *
   * @throws ShapeException if the image has another shape or no pixel
   * @throws DTypeException if it has another dtype
   */
  public static byte[] encode(Array image) {
    var shape = image.shape();
    int channels = shape.rank() == 2 ? 1 : shape.rank() == 3 ? shape.dim(2) : 0;
    if (channels < 1 || channels > COLOUR_TYPES.length || shape.size() == 0) {
      throw new ShapeException(
          "An image needs the shape [height, width] or [height, width, channels] with 1 to 4 channels, but got %s. Move the channels to the end."
              .formatted(shape));
    }
    var pixels = pixels(image.concrete("an image"));
    int height = shape.dim(0);
    int rowBytes = shape.size() / height;
    var file = new ByteArrayOutputStream();
    file.writeBytes(SIGNATURE);
    var header =
        ByteBuffer.allocate(13)
            .putInt(shape.dim(1))
            .putInt(height)
            .put((byte) BITS_PER_CHANNEL)
            .put((byte) COLOUR_TYPES[channels - 1]);
    addChunk(file, "IHDR", header.array(), header.capacity());
    addPixels(file, pixels, rowBytes);
    addChunk(file, "IEND", new byte[0], 0);
    return file.toByteArray();
  }

  /** {@return the bytes of the channels, row by row} */
  private static byte[] pixels(NdArray image) {
    var pixels = new byte[image.size()];
    if (image.dtype() == DType.U8) {
      System.arraycopy(image.buffer().bytes(), image.offset(), pixels, 0, pixels.length);
    } else if (image.dtype() == DType.BOOL || image.dtype().isFloating()) {
      for (int i = 0; i < pixels.length; i++) {
        double value = Math.clamp(image.getDouble(i), 0.0, 1.0);
        pixels[i] = (byte) Math.round(value * MAX_BYTE);
      }
    } else {
      throw new DTypeException(
          "An image needs u8 values from 0 to 255, or floating values from 0 to 1, but got %s. Convert it to u8."
              .formatted(image.dtype()));
    }
    return pixels;
  }

  /** Writes the rows, each with filter type 0 (none). */
  private static void addPixels(ByteArrayOutputStream file, byte[] pixels, int rowBytes) {
    var packed = new ByteArrayOutputStream();
    var chunk = new byte[1 << 13];
    try (var deflater = new Deflater()) {
      var row = new byte[rowBytes + 1];
      for (int at = 0; at < pixels.length; at += rowBytes) {
        System.arraycopy(pixels, at, row, 1, rowBytes);
        deflater.setInput(row);
        if (at + rowBytes == pixels.length) {
          deflater.finish();
        }
        while (!deflater.needsInput() || at + rowBytes == pixels.length && !deflater.finished()) {
          packed.write(chunk, 0, deflater.deflate(chunk));
        }
      }
    }
    addChunk(file, "IDAT", packed.toByteArray(), packed.size());
  }

  private static void addChunk(ByteArrayOutputStream file, String type, byte[] data, int length) {
    var name = type.getBytes(StandardCharsets.US_ASCII);
    var sum = new CRC32();
    sum.update(name);
    sum.update(data, 0, length);
    file.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
    file.writeBytes(name);
    file.write(data, 0, length);
    file.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt((int) sum.getValue()).array());
  }
}
