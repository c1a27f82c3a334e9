package io.cambric.io.event;

import java.nio.ByteBuffer;
import java.util.List;

/** A value that TensorBoard shows under a tag. */
public sealed interface SummaryValue
    permits Histogram,
        SummaryValue.Scalar,
        SummaryValue.Image,
        SummaryValue.Tensor,
        SummaryValue.Other {

  /**
   * A number.
   *
   * @param value any, NaN included
   */
  record Scalar(float value) implements SummaryValue {}

  /**
   * A picture.
   *
   * @param height in pixels
   * @param width in pixels
   * @param channels 1 for grey, 2 for grey with alpha, 3 for colours, 4 for colours with alpha
   * @param encoded the content of a PNG file
   */
  record Image(int height, int width, int channels, ByteBuffer encoded) implements SummaryValue {

    /** A picture of these parts. */
    public Image {
      encoded = encoded.slice().asReadOnlyBuffer();
    }

    /** {@return the content of a PNG file, read-only, from position 0 on} */
    @Override
    public ByteBuffer encoded() {
      return encoded.duplicate();
    }
  }

  /**
   * An array of TensorFlow, the form of scalars and texts in newer programs.
   *
   * @param dtype the number of the element type in TensorFlow
   * @param dims the sizes along the axes
   * @param strings the text elements
   * @param floats the f32 elements in a list
   * @param content the elements in the form of bytes, little-endian
   */
  record Tensor(
      int dtype, List<Long> dims, List<String> strings, List<Float> floats, ByteBuffer content)
      implements SummaryValue {

    /** The number of f32 in TensorFlow. */
    public static final int FLOAT = 1;

    /** The number of texts in TensorFlow. */
    public static final int STRING = 7;

    /** An array of these parts. */
    public Tensor {
      dims = List.copyOf(dims);
      strings = List.copyOf(strings);
      floats = List.copyOf(floats);
      content = content.slice().asReadOnlyBuffer();
    }

    /** {@return a vector of texts} */
    public static Tensor ofStrings(List<String> strings) {
      return new Tensor(
          STRING, List.of((long) strings.size()), strings, List.of(), ByteBuffer.allocate(0));
    }

    /** {@return the bytes, read-only, from position 0 on} */
    @Override
    public ByteBuffer content() {
      return content.duplicate();
    }
  }

  /** No value, or a value of an unsupported kind, such as sound. */
  record Other() implements SummaryValue {}
}
