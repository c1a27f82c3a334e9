package io.cambric.data;

import java.util.ArrayList;

/** Values that can be reached by their index, in the order of one epoch. */
interface IndexedRows<T> {

  int size();

  T get(int index);

  /** {@return the values at some indices, stacked leaf by leaf} */
  default T batch(int[] indices) {
    var values = new ArrayList<T>(indices.length);
    for (int index : indices) {
      values.add(get(index));
    }
    return Stacking.stack(values);
  }
}
