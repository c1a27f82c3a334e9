package io.cambric.data.image;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.data.file.ContentSource;
import io.cambric.errors.DataException;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;

/**
 * Images of the formats PNG, JPEG, GIF and BMP. Values are unchanged from the file; color profiles
 * are ignored. Samples of 16 bits give their upper byte. Inks become red, green and blue as in
 * Pillow.
 *
 * <p>An image with an orientation in its Exif data is made upright, as by {@code
 * PIL.ImageOps.exif_transpose}.
 */
public final class Images {

  /** Formats whose readers need memory only for the pixels, even for untrusted files. */
  private static final List<String> FORMATS = List.of("png", "jpeg", "gif", "bmp");

  private static final int CHANNELS = 3;
  private static final int RED_SHIFT = 16;
  private static final int GREEN_SHIFT = 8;

  private Images() {}

  /**
   * {@return an image, resized bilinearly to the size of the options}
   *
   * @return {@code u8[height, width, 3]}, red, green and blue; transparent parts are on black
   * @throws DataException if the file cannot be read, is no image, or is above a limit
   */
  public static NdArray read(Path file, ImageOptions options) {
    return read(ContentSource.of(file), options);
  }

  /**
   * {@return the image of a content in memory, as {@link #read(Path, ImageOptions)}}
   *
   * @param name of the content, for messages
   */
  public static NdArray read(byte[] content, String name, ImageOptions options) {
    return read(ContentSource.of(content, name), options);
  }

  private static NdArray read(ContentSource source, ImageOptions options) {
    var content = content(source, options);
    // In memory, since the cache of ImageIO is a file.
    try (var in = new MemoryCacheImageInputStream(new ByteArrayInputStream(content))) {
      var reader = reader(in, source.name());
      try {
        // Metadata may unpack to any size.
        reader.setInput(in, true, true);
        var decoded = decoded(reader, source.name(), options);
        PngGrey.clear(decoded, content);
        return resized(Pixels.upright(decoded, Exif.orientation(content)), options);
      } finally {
        reader.dispose();
      }
    } catch (DataException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new DataException(
          "%s needs a complete image, but decoding failed: %s. Copy or convert the file."
              .formatted(source.name(), e),
          e);
    }
  }

  private static ImageReader reader(ImageInputStream in, String name) throws IOException {
    var readers = ImageIO.getImageReaders(in);
    while (readers.hasNext()) {
      var reader = readers.next();
      if (FORMATS.contains(reader.getFormatName().toLowerCase(Locale.ROOT))) {
        return reader;
      }
    }
    throw new DataException(
        "%s must be an image in one of the formats %s, but is not. Convert it."
            .formatted(name, String.join(", ", FORMATS)));
  }

  private static byte[] content(ContentSource source, ImageOptions options) {
    try (var in = source.open()) {
      int most = (int) Math.min(options.maxBytes(), Integer.MAX_VALUE - 8L);
      var content = in.readNBytes(most);
      if (in.read() >= 0) {
        throw new DataException(
            "%s must have at most %d bytes, but has more. If the image is correct, raise the limit."
                .formatted(source.name(), most));
      }
      return content;
    } catch (IOException e) {
      throw ContentSource.failure(source.name(), e);
    }
  }

  private static BufferedImage decoded(ImageReader reader, String name, ImageOptions options)
      throws IOException {
    long pixels = (long) reader.getWidth(0) * reader.getHeight(0);
    if (pixels > options.maxPixels()) {
      throw new DataException(
          "%s must have at most %d pixels, but has %d x %d. If the image is correct, raise the limit."
              .formatted(name, options.maxPixels(), reader.getWidth(0), reader.getHeight(0)));
    }
    return reader.read(0);
  }

  private static NdArray resized(BufferedImage image, ImageOptions options) {
    int height = options.height();
    int width = options.width();
    var target = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    var graphics = target.createGraphics();
    graphics.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
    graphics.drawImage(image, 0, 0, width, height, null);
    graphics.dispose();
    int[] packed = ((DataBufferInt) target.getRaster().getDataBuffer()).getData();
    var bytes = new byte[packed.length * CHANNELS];
    for (int i = 0; i < packed.length; i++) {
      bytes[CHANNELS * i] = (byte) (packed[i] >> RED_SHIFT);
      bytes[CHANNELS * i + 1] = (byte) (packed[i] >> GREEN_SHIFT);
      bytes[CHANNELS * i + 2] = (byte) packed[i];
    }
    var aval = new ShapedArray(Shape.of(height, width, CHANNELS), DType.U8);
    return NdArray.of(aval, Buffer.wrap(DType.U8, bytes));
  }
}
