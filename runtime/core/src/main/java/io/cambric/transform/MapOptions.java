package io.cambric.transform;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The axes that vmap and pmap map. Axes are prefixes of the trees to which they apply. An {@code
 * Integer} is the axis of all arrays below it, and {@code null} marks arrays that all lanes share.
 * {@link TreeAxes} gives the axes of arrays by their paths.
 *
 * @param inAxes one tree per argument, or {@code null} for axis 0 of each
 * @param outAxes axes of the result
 * @param axisName name of the axis in collectives, or {@code null}
 * @param axisSize number of lanes, or {@code null} to read it from the arguments
 */
record MapOptions(
    @Nullable List<@Nullable Object> inAxes,
    @Nullable Object outAxes,
    @Nullable String axisName,
    @Nullable Integer axisSize) {

  /** Axis 0 of all arguments and results. */
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
