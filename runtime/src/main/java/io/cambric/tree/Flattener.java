package io.cambric.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes records of one type apart and puts them together; generated beside each {@code @PyTree} and
 * setup record as {@code <record>_Flattener}, nesting dots and dollars turned into underscores.
 *
 * @param <T> the record
 */
public interface Flattener<T> {

  /** {@return the names of the components that are children, in order} */
  List<String> childNames();

  /** {@return the values of those components} */
  @Nullable Object[] children(T node);

  /** {@return the values of the static components, in order} */
  @Nullable Object[] statics(T node);

  /** {@return a record of these children and static components} */
  T rebuild(@Nullable Object[] children, @Nullable Object[] statics);
}
