package io.cambric.examples.images;

import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import java.util.List;
import java.util.stream.IntStream;

/** Pictures made of many small images. */
public final class Tiles {

  private static final double GREY = 0.5;

  private Tiles() {}

  /**
   * {@return one picture of all images, row by row, with lines between them}
   *
   * @param images {@code [n, height, width]}, values from 0 to 1; places after the last one are
   *     grey
   * @param columns images in a row, at least 1
   * @param zoom pixels along each side of a pixel, at least 1
   */
  public static Array of(Array images, int columns, int zoom) {
    int rows = Math.ceilDiv(images.dim(0), columns);
    int missing = rows * columns - images.dim(0);
    Array x = Numpy.pad(images.clip(0, 1), new int[][] {{0, missing}, {0, 0}, {0, 0}}, GREY);
    x = Numpy.repeat(Numpy.repeat(x, zoom, 1), zoom, 2);
    x = Numpy.pad(x, new int[][] {{0, 0}, {0, 1}, {0, 1}}, GREY);
    int height = x.dim(1);
    int width = x.dim(2);
    return x.reshape(rows, columns, height, width)
        .transpose(0, 2, 1, 3)
        .reshape(rows * height, columns * width);
  }

  /**
   * {@return one picture of two rows of coloured images}
   *
   * @param above {@code [n, height, width, 3]}, values from 0 to 1
   * @param below likewise
   * @param zoom pixels along each side of a pixel, at least 1
   */
  public static Array ofColours(Array above, Array below, int zoom) {
    var channels =
        IntStream.range(0, above.dim(3))
            .mapToObj(c ->
                of(
                    Numpy.concatenate(List.of(above, below), 0).get("..., " + c),
                    above.dim(0),
                    zoom))
            .toList();
    return Numpy.stack(channels, -1);
  }
}
