package io.cambric.optax.schedule;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.numpy.Numpy;
import java.util.List;

/**
 * A sequence of schedules; each counts from the boundary at which it begins.
 *
 * @param schedules in order
 * @param boundaries the count at which each schedule except the first begins
 */
record JoinedSchedule(List<Schedule> schedules, Axes boundaries) implements Schedule {

  JoinedSchedule {
    schedules = List.copyOf(schedules);
    if (schedules.isEmpty() || boundaries.size() != schedules.size() - 1) {
      throw new HyperparameterException(
          "join needs one boundary between each two schedules, but got %d schedules and boundaries %s. Pass the counts where the second and later schedules begin."
              .formatted(schedules.size(), boundaries));
    }
  }

  @Override
  public Array value(Array count) {
    var value = schedules.getFirst().value(count);
    for (int i = 0; i < boundaries.size(); i++) {
      int boundary = boundaries.get(i);
      var next = schedules.get(i + 1).value(StepCounts.minus(count, boundary));
      value = Numpy.where(StepCounts.isBelow(count, boundary), value, next);
    }
    return value;
  }
}
