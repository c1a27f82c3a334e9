package io.cambric.scope;

import org.jspecify.annotations.Nullable;

/** Boxing and unboxing of variables: modules see plain values, collections store them in boxes. */
final class VariableBoxes {

  private VariableBoxes() {}

  /** {@return a value in the boxes of the initializer that made it} */
  static Object boxed(Object maker, Object value) {
    return maker instanceof Partitioning.Boxing boxing ? boxing.box(value) : value;
  }

  /** {@return a value without the boxes around it} */
  static Object unboxed(Object value) {
    return value instanceof AxisMetadata box ? unboxed(box.unbox()) : value;
  }

  /** {@return a value in the boxes of the one that it replaces} */
  static Object reboxed(@Nullable Object stored, Object value) {
    return stored instanceof AxisMetadata box ? box.withBoxed(reboxed(box.unbox(), value)) : value;
  }
}
