package io.cambric.lax;

import io.cambric.core.Array;
import io.cambric.core.LaneSlice;
import io.cambric.lax.collective.CollectiveReductions;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;

/** Means of trees with arrays that may be {@linkplain LaneSlice slices}, different in each lane. */
public final class LaneSlices {

  private LaneSlices() {}

  /**
   * {@return the mean of gradients over the lanes of all these axes}
   *
   * <p>The gradient of a slice is already a sum over the lanes, and is divided by their number. All
   * other gradients become their mean. The result has the bits of {@code Lax.pmean} of whole
   * gradients.
   *
   * @param axisNames all axes with different data, or different slices, in each lane
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
