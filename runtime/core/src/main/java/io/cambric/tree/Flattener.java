package io.cambric.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Flattening and unflattening of records of one type, as pytree nodes. The processor generates a
 * class {@code <record>_Flattener} in the package of each {@code @PyTree} and setup record. In its
 * name, dots of nested classes and dollar signs become underscores.
 *
 * @param <T> the record
 */
public interface Flattener<T> {

  /** {@return the names of the components that are children, in order} */
  List<String> childNames();

  /** {@return the values of the components that are children} */
  @Nullable Object[] children(T node);

  /** {@return the values of the static components, in order} */
  @Nullable Object[] statics(T node);

  /** {@return a record of these children and static components} */
  T rebuild(@Nullable Object[] children, @Nullable Object[] statics);
}
