package io.cambric.transform;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The axes that vmap and pmap map. Axes are pytrees that are prefixes of the trees they are for. An
 * {@code Integer} stands for all arrays below it, {@code null} for arrays that all lanes share, and
 * {@link TreeAxes} for arrays by their paths.
 *
 * @param inAxes one tree an argument, or {@code null} for axis 0 of each
 * @param outAxes for the result
 * @param axisName for collectives, or {@code null}
 * @param axisSize number of lanes, or {@code null} to find it in the arguments
 */
record MapOptions(
    @Nullable List<@Nullable Object> inAxes,
    @Nullable Object outAxes,
    @Nullable String axisName,
    @Nullable Integer axisSize) {

  /** Axis 0 of everything. */
  static final MapOptions DEFAULT = new MapOptions(null, 0, null, null);

  MapOptions withInAxes(List<@Nullable Object> axes) {
    return new MapOptions(axes, outAxes, axisName, axisSize);
  }

  MapOptions withOutAxes(@Nullable Object axes) {
    return new MapOptions(inAxes, axes, axisName, axisSize);
  }

  MapOptions withAxisName(String name) {
    return new MapOptions(inAxes, outAxes, name, axisSize);
  }

  MapOptions withAxisSize(int size) {
    return new MapOptions(inAxes, outAxes, axisName, size);
  }
}
