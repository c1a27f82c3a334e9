package io.cambric.compile;

import io.cambric.core.KernelRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Steps with the order in which they run.
 *
 * <p>Fusion of loops with each other, and of loops with calls, works within a sequence of steps, or
 * within one section.
 */
record ScheduledSteps(List<Step> steps, Schedule schedule) {

  /**
   * {@return equal steps, in sections where that is faster, merged where they can be}
   *
   * @param results the places of the results of the program
   */
  static ScheduledSteps of(List<Step> steps, Collection<Value.Place> results) {
    var segments = ParallelSections.split(steps);
    var readers = new IdentityHashMap<Value.Place, Integer>();
    steps.forEach(step -> places(step).forEach(place -> readers.merge(place, 1, Integer::sum)));
    var horizontal = new HorizontalFusion();
    var ordered = new ArrayList<Step>();
    var regions = new ArrayList<Schedule.Region>();
    for (var segment : segments) {
      var starts = new ArrayList<Integer>();
      boolean parallel = segment.sections().size() > 1;
      for (var section : segment.sections()) {
        starts.add(ordered.size());
        var kept = Collections.<Value.Place>newSetFromMap(new IdentityHashMap<>());
        kept.addAll(results);
        kept.addAll(readOutside(section, readers));
        var merged = parallel ? horizontal.share(section) : horizontal.fuse(section);
        ordered.addAll(Prologues.merge(KernelRegistry.kernels(), kept, Epilogues.merge(merged)));
      }
      if (parallel) {
        regions.add(new Schedule.Region(starts, ordered.size()));
      }
    }
    return new ScheduledSteps(ordered, new Schedule(ordered.size(), regions));
  }

  /** {@return the places that are read in a list of steps, and by other steps, too} */
  private static Set<Value.Place> readOutside(List<Step> steps, Map<Value.Place, Integer> readers) {
    var inside = new IdentityHashMap<Value.Place, Integer>();
    steps.forEach(step -> places(step).forEach(place -> inside.merge(place, 1, Integer::sum)));
    var outside = Collections.<Value.Place>newSetFromMap(new IdentityHashMap<>());
    for (var step : steps) {
      for (var output : step.outputs()) {
        var place = output.place();
        if (readers.getOrDefault(place, 0) > inside.getOrDefault(place, 0)) {
          outside.add(place);
        }
      }
    }
    return outside;
  }

  private static Set<Value.Place> places(Step step) {
    var places = Collections.<Value.Place>newSetFromMap(new IdentityHashMap<>());
    step.inputs().forEach(input -> places.add(input.place()));
    return places;
  }
}
