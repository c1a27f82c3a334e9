package io.cambric.core;

import com.google.errorprone.annotations.CheckReturnValue;
import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.errors.ArrayException;
import io.cambric.errors.DeletedArrayException;
import io.cambric.errors.DonatedArrayException;
import io.cambric.errors.ShapeException;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An array with values, dense and row-major; immutable, except that it can be deleted or donated.
 *
 * <p>Several arrays may share a buffer. {@code equals} is identity, as the elements are data, not a
 * key.
 */
@CheckReturnValue
public final class NdArray implements Array {

  private final ShapedArray aval;
  private final int offset;

  /** {@code null} once the array has been donated or deleted. */
  private volatile @Nullable Buffer buffer;

  private volatile boolean wasDonated;

  private NdArray(ShapedArray aval, Buffer buffer, int offset) {
    this.aval = aval;
    this.buffer = buffer;
    this.offset = offset;
    buffer.claim();
    Trace.made(this);
  }

  /**
   * {@return an array over a buffer, which must not be written any more}
   *
   * @throws ShapeException if the buffer is shorter than the shape
   */
  public static NdArray of(ShapedArray aval, Buffer buffer) {
    return of(aval, buffer, 0);
  }

  /** {@return an array over a part of a buffer, which must not be written any more} */
  public static NdArray of(ShapedArray aval, Buffer buffer, int offset) {
    if (buffer.dtype() != aval.dtype() || buffer.length() - offset < aval.shape().size()) {
      throw new ShapeException(
          "An array %s needs %d elements of its dtype, but the buffer has %d of %s after the offset."
              .formatted(aval, aval.shape().size(), buffer.length() - offset, buffer.dtype()));
    }
    return new NdArray(aval, buffer, offset);
  }

  /** {@return the operand of a kernel as an array, copied only if it is not row-major} */
  public static NdArray of(ShapedArray aval, Operand operand, Kernels kernels) {
    int[] dims = aval.shape().toArray();
    if (operand.isDense(dims)) {
      return of(aval, operand.buffer(), operand.offset());
    }
    var copy = of(aval, HeapRoom.allocate(aval));
    kernels.loop(LoopBody.copy(aval.dtype()), dims, List.of(operand), List.of(copy.operand()));
    return copy;
  }

  /**
   * {@return an f32 array of these elements, copied}
   *
   * @throws ShapeException if their number does not fit the shape
   */
  public static NdArray of(Shape shape, float... values) {
    requireCount(shape, values.length);
    var aval = new ShapedArray(shape, DType.F32);
    return of(aval, HeapRoom.reserve(aval, () -> Buffer.wrap(values.clone())));
  }

  /** {@return an i32 array of these elements, copied} */
  public static NdArray ofInts(Shape shape, int... values) {
    requireCount(shape, values.length);
    var aval = new ShapedArray(shape, DType.I32);
    return of(aval, HeapRoom.reserve(aval, () -> Buffer.wrap(DType.I32, values.clone())));
  }

  private static void requireCount(Shape shape, int count) {
    if (shape.size() != count) {
      throw new ShapeException(
          "An array of shape %s needs %d elements, but got %d."
              .formatted(shape, shape.size(), count));
    }
  }

  /** {@return a scalar of a strong dtype} */
  public static NdArray scalar(DType dtype, double value) {
    return scalar(new ShapedArray(Shape.scalar(), dtype), value);
  }

  /** {@return a scalar of an aval of no axes} */
  public static NdArray scalar(ShapedArray aval, double value) {
    var buffer = Buffer.allocate(aval.dtype(), 1);
    buffer.setDouble(0, value);
    return new NdArray(aval, buffer, 0);
  }

  /** {@return a Java number as a weakly typed scalar of the default floating dtype} */
  public static NdArray weakScalar(double value) {
    return scalar(new ShapedArray(Shape.scalar(), DType.defaultFloat(), true), value);
  }

  /** {@return a Java integer as a weakly typed scalar of the default integer dtype} */
  public static NdArray weakScalar(int value) {
    return scalar(new ShapedArray(Shape.scalar(), DType.defaultInt(), true), value);
  }

  @Override
  public ShapedArray aval() {
    return aval;
  }

  /**
   * {@return the storage; must not be written}
   *
   * @throws DonatedArrayException if the array was donated to a jitted function
   * @throws DeletedArrayException if the array was deleted
   */
  public Buffer buffer() {
    var present = buffer;
    if (present != null) {
      present.share();
      // Either this thread sees that another thread has deleted the array, or the other thread sees
      // the share.
      if (buffer != null) {
        return present;
      }
    }
    throw gone();
  }

  private ArrayException gone() {
    if (wasDonated) {
      return new DonatedArrayException(
          "An array %s was used after it was donated to a jitted function: its memory now holds a result. Use the result, or leave the argument out of donate."
              .formatted(aval));
    }
    return new DeletedArrayException(
        "An array %s was used after it was deleted: its memory may now hold another array. Delete it later, or keep a copy."
            .formatted(aval));
  }

  /** {@return whether the array was donated to a jitted function, and has no elements any more} */
  public boolean isDonated() {
    return wasDonated;
  }

  /** Gives the elements up: every later use of them is an error. */
  public synchronized void donate() {
    buffer().release();
    wasDonated = true;
    buffer = null;
  }

  @Override
  public synchronized void delete() {
    var present = buffer;
    if (present != null) {
      buffer = null;
      present.giveBack();
    }
  }

  @Override
  public boolean isDeleted() {
    return buffer == null;
  }

  /** {@return whether the storage holds this array alone, so that its memory can be given away} */
  public boolean ownsBuffer() {
    return buffer().hasOneOwner() && offset == 0 && buffer().length() == size();
  }

  /** {@return the offset of the first element in the storage} */
  public int offset() {
    return offset;
  }

  /** {@return the slice at one index of axis 0} */
  public NdArray row(int index) {
    var shape = aval.shape().slice(1, rank());
    return new NdArray(aval.withShape(shape), buffer(), offset + index * shape.size());
  }

  /** {@return arrays of one aval along a new axis 0, copied} */
  static NdArray stack(List<NdArray> rows) {
    var first = rows.getFirst().aval();
    int size = first.shape().size();
    var stacked = first.withShape(first.shape().insert(0, rows.size()));
    var buffer = HeapRoom.allocate(stacked);
    for (int i = 0; i < rows.size(); i++) {
      buffer.copyFrom(i * size, rows.get(i).buffer(), rows.get(i).offset, size);
    }
    return of(stacked, buffer);
  }

  /** {@return this array as an operand of kernels} */
  public Operand operand() {
    return new Operand(buffer(), offset, aval.shape().strides());
  }

  /** {@return the same elements with a weak or strong dtype} */
  public NdArray withAval(ShapedArray other) {
    return other.equals(aval) ? this : of(other, buffer(), offset);
  }

  @Override
  public NdArray concrete(String what) {
    return this;
  }

  /** {@return element {@code i} in row-major order} */
  public double getDouble(int i) {
    return buffer().getDouble(offset + i);
  }

  /** {@return element {@code i} in row-major order, U64 as its bits} */
  public long getLong(int i) {
    return buffer().getLong(offset + i);
  }

  double scalarValue(String what) {
    if (size() != 1) {
      throw new ShapeException(
          "%s needs an array of one element, but this one is %s. Reduce or index it first."
              .formatted(what, aval));
    }
    return getDouble(0);
  }

  float[] copyToFloats() {
    var floats = HeapRoom.reserve(aval.withDType(DType.F32), () -> new float[size()]);
    if (dtype() == DType.F32) {
      System.arraycopy(buffer().floats(), offset, floats, 0, floats.length);
    } else {
      for (int i = 0; i < floats.length; i++) {
        floats[i] = (float) getDouble(i);
      }
    }
    return floats;
  }

  int[] copyToInts() {
    var ints = HeapRoom.reserve(aval.withDType(DType.I32), () -> new int[size()]);
    for (int i = 0; i < ints.length; i++) {
      ints[i] = dtype().isFloating() ? (int) getDouble(i) : (int) getLong(i);
    }
    return ints;
  }

  /** {@return the elements as nested brackets, without the middle of long axes} */
  public String valuesText() {
    return ArrayText.values(this);
  }

  /** {@return the aval and the elements, without the middle of long axes} */
  @Override
  public String toString() {
    if (!isDeleted()) {
      return ArrayText.of(this);
    }
    return aval.toText() + (wasDonated ? " donated" : " deleted");
  }
}
