package io.cambric.transform;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which axes vmap and pmap map. Axes are pytrees that are prefixes of what they speak of: an {@code
 * Integer} stands for all arrays below it, {@code null} for arrays that all lanes share, and {@link
 * TreeAxes} for arrays by their paths.
 *
 * @param inAxes one tree an argument; without any, axis 0 of each
 * @param outAxes for the result
 * @param axisName for collectives, or {@code null}
 * @param axisSize number of lanes, or {@code null} to find it in the arguments
 */
public record VmapSpec(
    @Nullable List<@Nullable Object> inAxes,
    @Nullable Object outAxes,
    @Nullable String axisName,
    @Nullable Integer axisSize) {

  /** Axis 0 of everything. */
  static final VmapSpec DEFAULT = new VmapSpec(null, 0, null, null);

  /** {@return this with the axes of the arguments, one tree for each} */
  public VmapSpec inAxes(@Nullable Object... axes) {
    // A lone null, which Java takes for the array, means one argument that all lanes share.
    List<@Nullable Object> all =
        axes == null ? Collections.singletonList(null) : Arrays.asList(axes.clone());
    return new VmapSpec(all, outAxes, axisName, axisSize);
  }

  /**
   * {@return this with the axes at which results are stacked; {@code null} for those all lanes
   * share}
   */
  public VmapSpec outAxes(@Nullable Object axes) {
    return new VmapSpec(inAxes, axes, axisName, axisSize);
  }

  /** {@return this with a name by which collectives call the axis} */
  public VmapSpec axisName(String name) {
    return new VmapSpec(inAxes, outAxes, Objects.requireNonNull(name), axisSize);
  }

  /** {@return this with the number of lanes, for functions without mapped arguments} */
  public VmapSpec axisSize(int size) {
    return new VmapSpec(inAxes, outAxes, axisName, size);
  }
}
