package io.cambric.compile.step;

import io.cambric.array.Axes;
import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Lowering.Layout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An array of a program: a place in memory and the layout of the elements in it.
 *
 * @param place the memory
 * @param layout offset and strides, relative to the start of the place
 * @param dtype dtype in which the elements are read
 */
public record Value(Place place, Layout layout, DType dtype) {

  /** {@return a whole place, in row-major order} */
  static Value dense(Place place, Shape shape) {
    return new Value(place, Layout.dense(shape, 0), place.dtype());
  }

  /** {@return whether the value is a whole place that the program writes, in row-major order} */
  boolean isWhole() {
    return place.kind == Kind.WRITTEN
        && place.dtype == dtype
        && layout.isDense()
        && layout.offset() == 0
        && layout.shape().size() == place.length;
  }

  /**
   * {@return the strides for an iteration space: the strides of the layout, or zeros for a scalar}
   */
  int[] stridesFor(int rank) {
    return layout.shape().rank() == rank ? layout.strides() : new int[rank];
  }

  /** {@return the value with permuted axes; a scalar is first broadcast to the rank} */
  Value permuted(int rank, Axes order) {
    int[] strides = stridesFor(rank);
    int[] permuted = new int[rank];
    int[] dims = new int[rank];
    for (int i = 0; i < rank; i++) {
      permuted[i] = strides[order.get(i)];
      dims[i] = layout.shape().rank() == rank ? layout.shape().dim(order.get(i)) : 1;
    }
    return new Value(place, new Layout(Shape.of(dims), layout.offset(), permuted), dtype);
  }

  /** A piece of memory of a program; compared by identity. */
  public static final class Place {

    private final Kind kind;
    private final DType dtype;
    private final int length;
    private final @Nullable Buffer constant;

    private Place(Kind kind, DType dtype, int length, @Nullable Buffer constant) {
      this.kind = kind;
      this.dtype = dtype;
      this.length = length;
      this.constant = constant;
    }

    Place(Kind kind, DType dtype, int length) {
      this(kind, dtype, length, null);
    }

    /** {@return the place of elements that are known when the program is compiled} */
    static Place constant(Buffer elements) {
      return new Place(Kind.CONSTANT, elements.dtype(), elements.length(), elements);
    }

    /** {@return the kind of the place} */
    public Kind kind() {
      return kind;
    }

    /** {@return the dtype of the elements} */
    public DType dtype() {
      return dtype;
    }

    /** {@return the number of elements} */
    public int length() {
      return length;
    }

    /** {@return the elements of a constant} */
    public Buffer elements() {
      return Objects.requireNonNull(constant, "only the elements of constants are known");
    }
  }

  /** The origin of a place: the caller, a step of the program, or a value known when compiled. */
  public enum Kind {
    INPUT,
    WRITTEN,
    CONSTANT
  }
}
