package io.cambric.compile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The order of the steps of a program. Most steps run one after the other, each over all threads. A
 * region is a run of steps in sections. The steps of one section run in order on one thread. The
 * sections of a region run at the same time.
 */
final class Schedule {

  /**
   * Sections that run at the same time.
   *
   * @param starts the first step of each section, in rising order
   * @param end the step after the last one
   */
  record Region(List<Integer> starts, int end) {

    int first() {
      return starts.getFirst();
    }

    int sections() {
      return starts.size();
    }

    /** {@return a line for listings} */
    String toText() {
      return "steps %d to %d: %d sections at the same time".formatted(first(), end - 1, sections());
    }

    /** {@return the step after the last one of a section} */
    int endOf(int section) {
      return section + 1 < starts.size() ? starts.get(section + 1) : end;
    }
  }

  private final List<Region> regions = new ArrayList<>();

  /** The first step of the section of each step, or -1 for a step outside of regions. */
  private final int[] sectionOf;

  /** First and last step that may run at the same time as each step. */
  private final int[] earliest;

  private final int[] latest;

  /** The order of steps of which some are in regions. */
  Schedule(int steps, List<Region> regions) {
    this.regions.addAll(regions);
    sectionOf = new int[steps];
    Arrays.fill(sectionOf, -1);
    earliest = new int[steps];
    Arrays.setAll(earliest, step -> step);
    latest = earliest.clone();
    for (var region : regions) {
      Arrays.fill(earliest, region.first(), region.end(), region.first());
      Arrays.fill(latest, region.first(), region.end(), region.end() - 1);
      for (int section = 0; section < region.sections(); section++) {
        int start = region.starts().get(section);
        Arrays.fill(sectionOf, start, region.endOf(section), start);
      }
    }
  }

  List<Region> regions() {
    return regions;
  }

  /** {@return whether two steps may run at the same time} */
  boolean areConcurrent(int step, int other) {
    return latest[step] == latest[other] && sectionOf[step] != sectionOf[other];
  }

  /**
   * {@return whether values that live from the first to the last of two steps, or of the other two,
   * may live at the same time}
   */
  boolean overlap(int first, int last, int otherFirst, int otherLast) {
    boolean inOneSection =
        isInside(first, last)
            && isInside(otherFirst, otherLast)
            && sectionOf[first] == sectionOf[otherFirst];
    return inOneSection
        ? first <= otherLast && otherFirst <= last
        : start(first) <= end(otherLast) && start(otherFirst) <= end(last);
  }

  private boolean isInside(int first, int last) {
    return last < sectionOf.length && sectionOf[first] >= 0 && sectionOf[first] == sectionOf[last];
  }

  /** {@return the first step that may run at the same time as a step} */
  int start(int step) {
    return earliest[step];
  }

  /**
   * {@return the last step that may run at the same time as a step} A value without a reader may
   * live to the end of the program.
   */
  int end(int step) {
    return step < latest.length ? latest[step] : step;
  }
}
