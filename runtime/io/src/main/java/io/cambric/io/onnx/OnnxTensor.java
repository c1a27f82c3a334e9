package io.cambric.io.onnx;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.HeapRoom;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.MappedFile;
import io.cambric.file.support.Quoted;
import io.cambric.io.RawArray;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A tensor of an ONNX file: its name, type and shape, and its elements, which stay in the file
 * until they are requested. An immutable value.
 *
 * <p>Numbers of elements and bytes are checked against the shape. A tensor keeps the file mapped,
 * so the file must not be written meanwhile.
 */
public final class OnnxTensor {

  private final String name;
  private final OnnxType type;
  private final Shape shape;
  private final Elements elements;

  OnnxTensor(String name, OnnxType type, Shape shape, Elements elements) {
    this.name = name;
    this.type = type;
    this.shape = shape;
    this.elements = elements;
  }

  /** {@return the name; empty for a tensor that is the value of an attribute} */
  public String name() {
    return name;
  }

  /** {@return the type of the elements} */
  public OnnxType type() {
    return type;
  }

  /** {@return the sizes along the axes, as in the file} */
  public Shape shape() {
    return shape;
  }

  /**
   * {@return the elements, read now}
   *
   * @throws DataException if Cambric does not compute with the type, or a value does not fit into
   *     it
   * @throws io.cambric.errors.HeapExhaustedException if the heap has no room for them
   */
  public NdArray array() {
    var dtype =
        type.dtype()
            .orElseThrow(() ->
                new DataException(
                    "Tensor %s has the type %s, which Cambric cannot compute with. Call %s."
                        .formatted(
                            Quoted.of(name),
                            type,
                            type == OnnxType.STRING ? "strings()" : "raw()")));
    return MappedFile.read(
        "Tensor " + Quoted.of(name),
        () -> {
          var aval = new ShapedArray(shape, dtype);
          var buffer = HeapRoom.allocate(aval);
          var filler = new Filler(buffer);
          elements.forEachChunk(type, filler::add);
          return NdArray.of(aval, buffer);
        });
  }

  /**
   * {@return the elements as bytes, read now, whatever their type}
   *
   * <p>Elements that share a byte in the file get a byte each, signed elements with their sign
   * extended.
   *
   * @throws DataException if they are texts, or have more bytes than a Java array
   */
  public RawArray raw() {
    if (type == OnnxType.STRING) {
      throw new DataException(
          "Tensor %s contains strings, which have no raw form. Call strings()."
              .formatted(Quoted.of(name)));
    }
    long count = type.isPacked() ? shape.size() : type.bytes(shape);
    if (count > Shape.MAX_SIZE) {
      throw new DataException(
          "Tensor %s has %d bytes, more than the %d of a Java array. Split it along an axis."
              .formatted(Quoted.of(name), count, Shape.MAX_SIZE));
    }
    return MappedFile.read(
        "Tensor " + Quoted.of(name),
        () -> {
          var bytes = new byte[(int) count];
          var target = ByteBuffer.wrap(bytes);
          elements.forEachChunk(type, chunk -> PackedElements.copy(chunk, type, target));
          return RawArray.of(type.numpyName(), shape, bytes);
        });
  }

  /**
   * {@return the texts, in row-major order}
   *
   * @throws DataException if the elements are numbers
   */
  public List<String> strings() {
    if (type != OnnxType.STRING || !(elements instanceof Elements.Listed listed)) {
      throw new DataException(
          "Tensor %s has the type %s, not strings. Call array() or raw()."
              .formatted(Quoted.of(name), type));
    }
    return MappedFile.read(
        "Tensor " + Quoted.of(name),
        () -> {
          var strings = new ArrayList<String>();
          var fields = listed.fields();
          while (fields.next()) {
            if (fields.field() == TensorFields.STRING_DATA) {
              strings.add(fields.string());
            }
          }
          return List.copyOf(strings);
        });
  }

  /** {@return name, type and shape, as in {@code fc1.weight FLOAT[6, 5]}} */
  @Override
  public String toString() {
    return "%s %s%s".formatted(name, type, shape);
  }

  /** Fills a buffer chunk by chunk; mutable. */
  private final class Filler {

    private final Buffer buffer;
    private int at;

    Filler(Buffer buffer) {
      this.buffer = buffer;
    }

    void add(ByteBuffer chunk) {
      int count = chunk.remaining() / buffer.dtype().bytes();
      buffer.read(chunk, at, count);
      if (buffer.dtype() == DType.BOOL) {
        requireBooleans(at, at + count);
      }
      at += count;
    }

    private void requireBooleans(int from, int to) {
      for (int i = from; i < to; i++) {
        byte value = buffer.bytes()[i];
        if (value != 0 && value != 1) {
          throw new DataException(
              "Tensor %s of type BOOL needs elements that are 0 or 1, but element %d is %d. Fetch or write the file again."
                  .formatted(Quoted.of(name), i, value));
        }
      }
    }
  }
}
