package io.cambric.io.event;

import io.cambric.core.Array;
import io.cambric.io.image.Png;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A value with the name under which TensorBoard shows it; an immutable value.
 *
 * @param tag the name, where a slash ends the group
 * @param plugin the part of TensorBoard that shows it; empty where it follows from the kind of
 *     value
 * @param pluginContent additional data for that part, in its own format; mostly empty
 * @param value the shown value
 */
public record Summary(String tag, String plugin, ByteBuffer pluginContent, SummaryValue value) {

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

  /** A value with these parts. */
  public Summary {
    pluginContent = pluginContent.slice().asReadOnlyBuffer();
  }

  /** {@return a value that TensorBoard shows by its kind} */
  public static Summary of(String tag, SummaryValue value) {
    return new Summary(tag, "", NOTHING, value);
  }

  /** {@return a scalar} */
  public static Summary scalar(String tag, double value) {
    return of(tag, new SummaryValue.Scalar((float) value));
  }

  /**
   * {@return the distribution of the elements of an array}
   *
   * @see Histogram#of
   */
  public static Summary histogram(String tag, Array values) {
    return of(tag, Histogram.of(values));
  }

  /**
   * {@return an image}
   *
   * @param image {@code [height, width]} or {@code [height, width, channels]}
   * @see Png#encode
   */
  public static Summary image(String tag, Array image) {
    var png = Png.encode(image);
    int channels = image.rank() == 2 ? 1 : image.shape().dim(2);
    return of(
        tag,
        new SummaryValue.Image(
            image.shape().dim(0), image.shape().dim(1), channels, ByteBuffer.wrap(png)));
  }

  /**
   * {@return a text}
   *
   * @param text in Markdown
   */
  public static Summary text(String tag, String text) {
    return new Summary(tag, "text", NOTHING, SummaryValue.Tensor.ofStrings(List.of(text)));
  }

  /** {@return the content, read-only, from position 0 on} */
  @Override
  public ByteBuffer pluginContent() {
    return pluginContent.duplicate();
  }
}
