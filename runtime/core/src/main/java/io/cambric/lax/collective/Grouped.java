package io.cambric.lax.collective;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.lax.op.Batching;
import io.cambric.lax.op.ShapeOps;
import java.util.ArrayList;
import java.util.List;

/**
 * A collective within groups of lanes; each group acts as an axis. The collective provides all
 * rules.
 *
 * @param axis the axis of all lanes
 * @param collective the operation, over an axis of the size of a group. If its result does not
 *     depend on that size, it is over {@code axis}, and groups may differ in length
 * @param axisIndexGroups the groups
 */
public record Grouped(MappedAxis axis, Collective collective, LaneGroups axisIndexGroups)
    implements Collective {

  @Override
  public String name() {
    return collective.name();
  }

  @Override
  public String paramsText() {
    return "%s axis_index_groups=%s".formatted(collective.paramsText(), axisIndexGroups);
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    return collective.type(operands);
  }

  @Override
  public Batched overLanes(Array lanes) {
    var results = new ArrayList<Array>();
    for (var group : axisIndexGroups.groups()) {
      var result = collective.overLanes(Ppermute.ordered(lanes, group));
      var members = new MappedAxis(group.size(), axis.name());
      results.add(Batching.toFront(members, result.values().getFirst(), result.axes().getFirst()));
    }
    var order = axisIndexGroups.lanes().inverse();
    return Batched.of(Ppermute.ordered(ShapeOps.concatenate(results, 0), order), 0);
  }

  @Override
  public Exchange exchange() {
    return collective.exchange();
  }

  @Override
  public Axes lanesWith(int lane) {
    return axisIndexGroups.groupOf(lane);
  }

  @Override
  public Collective within() {
    return collective;
  }

  @Override
  public Grouped behindOneAxis() {
    return new Grouped(axis, collective.behindOneAxis(), axisIndexGroups);
  }

  @Override
  public Grouped tangent() {
    return new Grouped(axis, collective.tangent(), axisIndexGroups);
  }

  @Override
  public Grouped transposed() {
    return new Grouped(axis, collective.transposed(), axisIndexGroups);
  }
}
