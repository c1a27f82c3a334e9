package io.cambric.data.image;

import io.cambric.errors.DataException;

/**
 * How images become arrays; an immutable value.
 *
 * @param height of the arrays, in pixels
 * @param width of the arrays, in pixels
 * @param maxPixels the most pixels that an image may have in its file; one with more is refused
 *     before it is decoded
 * @param maxBytes the most bytes that its file may have
 */
public record ImageOptions(int height, int width, long maxPixels, long maxBytes) {

  private static final long PIXELS = 1L << 26;
  private static final long BYTES = 1L << 28;

  /**
   * Checks the sizes.
   *
   * @throws DataException if one is not positive
   */
  public ImageOptions {
    if (height < 1 || width < 1 || maxPixels < 1 || maxBytes < 1) {
      throw new DataException(
          "Images need positive sizes and limits, but got height %d, width %d, at most %d pixels and %d bytes. Pass larger values."
              .formatted(height, width, maxPixels, maxBytes));
    }
  }

  /** {@return options of a size, with limits of 64 Mi pixels and 256 MiB} */
  public static ImageOptions of(int height, int width) {
    return new ImageOptions(height, width, PIXELS, BYTES);
  }

  /** {@return these options with another limit of pixels} */
  public ImageOptions withMaxPixels(long pixels) {
    return new ImageOptions(height, width, pixels, maxBytes);
  }

  /** {@return these options with another limit of bytes} */
  public ImageOptions withMaxBytes(long bytes) {
    return new ImageOptions(height, width, maxPixels, bytes);
  }
}
