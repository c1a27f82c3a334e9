package io.cambric.transform;

import io.cambric.core.NdArray;
import io.cambric.kernel.PrepackedPanels;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The prepacked arguments of the last call of a program, with their packed forms. Mutable;
 * thread-safe. The garbage collector may free the arrays.
 */
final class PrepackedArguments {

  private volatile @Nullable Call last;

  /** The arrays of a call, with null for arrays that are not prepacked. */
  private record Call(List<@Nullable WeakReference<NdArray>> arrays, PrepackedPanels panels) {

    boolean has(List<NdArray> others) {
      for (int i = 0; i < arrays.size(); i++) {
        var array = arrays.get(i);
        if (array != null && !array.refersTo(others.get(i))) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * {@return the packed forms of these arrays; empty forms if the arrays differ from the last call}
   *
   * @param prepacked whether each array is prepacked
   */
  PrepackedPanels panels(List<NdArray> arrays, List<Boolean> prepacked) {
    var call = last;
    if (call == null || !call.has(arrays)) {
      call = call(arrays, prepacked);
      last = call;
    }
    return call.panels();
  }

  private static Call call(List<NdArray> arrays, List<Boolean> prepacked) {
    var references = new ArrayList<@Nullable WeakReference<NdArray>>();
    for (int i = 0; i < arrays.size(); i++) {
      references.add(prepacked.get(i) ? new WeakReference<>(arrays.get(i)) : null);
    }
    return new Call(references, new PrepackedPanels(prepacked));
  }
}
