package io.cambric.core;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.tree.Opaque;
import java.util.List;

/**
 * The abstract value (aval) of an array: the operand of a shape rule, and the aval of a tracer.
 *
 * @param shape sizes along the axes
 * @param dtype element type
 * @param weak whether the dtype comes from a Java number and gives way in promotion, as in JAX
 */
public record ShapedArray(Shape shape, DType dtype, boolean weak) implements Opaque {

  /** An abstract value with a strong dtype. */
  public ShapedArray(Shape shape, DType dtype) {
    this(shape, dtype, false);
  }

  /** {@return the abstract values of arrays} */
  public static List<ShapedArray> ofAll(List<? extends Array> arrays) {
    return arrays.stream().map(Array::aval).toList();
  }

  /** {@return the number of axes} */
  public int rank() {
    return shape.rank();
  }

  /** {@return the bytes that the elements take} */
  public long bytes() {
    return (long) shape.size() * dtype.bytes();
  }

  /** {@return this with another shape} */
  public ShapedArray withShape(Shape other) {
    return new ShapedArray(other, dtype, weak);
  }

  /** {@return this with another dtype, not weak} */
  public ShapedArray withDType(DType other) {
    return new ShapedArray(shape, other, false);
  }

  /** {@return this with a strong dtype} */
  public ShapedArray strong() {
    return weak ? new ShapedArray(shape, dtype, false) : this;
  }

  /** {@return the form printed in jaxprs, such as {@code f32[2,3]}, with {@code *} when weak} */
  public String toText() {
    var text = new StringBuilder(dtype.shortName()).append('[');
    for (int i = 0; i < shape.rank(); i++) {
      text.append(i == 0 ? "" : ",").append(shape.dim(i));
    }
    return text.append(']').append(weak ? "*" : "").toString();
  }

  @Override
  public String toString() {
    return toText();
  }
}
