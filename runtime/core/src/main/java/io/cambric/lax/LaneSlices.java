package io.cambric.lax;

import io.cambric.core.Array;
import io.cambric.core.LaneSlice;
import io.cambric.lax.collective.CollectiveReductions;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;

/** Means of trees whose arrays may be {@linkplain LaneSlice slices} that differ between lanes. */
public final class LaneSlices {

  private LaneSlices() {}

  /**
   * {@return the mean of gradients over the lanes of all these axes}
   *
   * <p>The gradient of a slice is a sum over its lanes already, and is divided by their number. All
   * others become their mean. So the means have the bits of {@code Lax.pmean} of whole gradients.
   *
   * @param axisNames of all axes whose lanes have data of their own, or slices
   */
  public static <T> T pmean(T grads, String... axisNames) {
    return Trees.map(
        grads,
        (Object leaf) ->
            leaf instanceof LaneSlice slice
                ? slice.mapArray(x -> mean(slice, x, axisNames))
                : CollectiveReductions.pmean(leaf, axisNames),
        LaneSlice.class::isInstance);
  }

  private static Array mean(LaneSlice slice, Array x, String... axisNames) {
    var others = new ArrayList<>(List.of(axisNames));
    others.removeAll(slice.axisNames());
    return CollectiveReductions.psum(x, others.toArray(String[]::new))
        .div(CollectiveReductions.axisSize(axisNames));
  }
}
