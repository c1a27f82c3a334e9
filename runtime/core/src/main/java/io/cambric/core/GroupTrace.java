package io.cambric.core;

import java.util.List;

/**
 * The trace of a function that a member of a group runs: binds the name of the axis, and leaves
 * every operation to its parent.
 */
final class GroupTrace extends Trace {

  private final Trace parent;
  private final MappedAxis axis;

  GroupTrace(Trace parent, MappedAxis axis) {
    super(parent);
    this.parent = parent;
    this.axis = axis;
  }

  @Override
  public String name() {
    return parent.name();
  }

  @Override
  boolean evaluates() {
    return parent.evaluates();
  }

  @Override
  boolean runsPrograms() {
    return parent.runsPrograms();
  }

  @Override
  public List<MappedAxis> namedAxes() {
    return axis.within(super.namedAxes());
  }

  @Override
  public List<Array> process(Primitive primitive, List<Array> operands) {
    return parent.run(() -> parent.process(primitive, operands));
  }
}
