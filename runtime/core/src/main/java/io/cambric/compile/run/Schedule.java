package io.cambric.compile.run;

import io.cambric.compile.step.ParallelSections.Segment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The order of the steps of a program. Most steps run one after the other, each on all threads. A
 * region is a range of steps in sections. The sections of a region run at the same time; the steps
 * of one section run in order on one thread.
 */
public final class Schedule {

  /**
   * Sections that run at the same time.
   *
   * @param starts the first step of each section, ascending
   * @param end one past the last step
   */
  public record Region(List<Integer> starts, int end) {

    /** {@return the first step} */
    public int first() {
      return starts.getFirst();
    }

    /** {@return the number of sections} */
    public int sections() {
      return starts.size();
    }

    /** {@return a line for listings} */
    public String toText() {
      return "steps %d to %d: %d sections at the same time".formatted(first(), end - 1, sections());
    }

    /** {@return one past the last step of a section} */
    public int endOf(int section) {
      return section + 1 < starts.size() ? starts.get(section + 1) : end;
    }
  }

  private final List<Region> regions = new ArrayList<>();

  /** The first step of the section of each step, or -1 for a step outside of regions. */
  private final int[] sectionOf;

  private final int[] lastOf;

  /** First and last step that may run at the same time as each step. */
  private final int[] earliest;

  private final int[] latest;

  /** Creates the order of steps, some of them in regions. */
  public Schedule(int steps, List<Region> regions) {
    this.regions.addAll(regions);
    sectionOf = new int[steps];
    Arrays.fill(sectionOf, -1);
    lastOf = sectionOf.clone();
    earliest = new int[steps];
    Arrays.setAll(earliest, step -> step);
    latest = earliest.clone();
    for (var region : regions) {
      Arrays.fill(earliest, region.first(), region.end(), region.first());
      Arrays.fill(latest, region.first(), region.end(), region.end() - 1);
      for (int section = 0; section < region.sections(); section++) {
        int start = region.starts().get(section);
        Arrays.fill(sectionOf, start, region.endOf(section), start);
        Arrays.fill(lastOf, start, region.endOf(section), region.endOf(section) - 1);
      }
    }
  }

  /** {@return the order of the steps of a program} */
  public static Schedule of(List<Segment> segments) {
    var regions = new ArrayList<Region>();
    int step = 0;
    for (var segment : segments) {
      var starts = new ArrayList<Integer>();
      for (var section : segment.sections()) {
        starts.add(step);
        step += section.size();
      }
      if (segment.isParallel()) {
        regions.add(new Region(starts, step));
      }
    }
    return new Schedule(step, regions);
  }

  /** {@return the regions with sections, in order} */
  public List<Region> regions() {
    return regions;
  }

  /** {@return whether two steps may run at the same time} */
  public boolean areConcurrent(int step, int other) {
    return latest[step] == latest[other] && sectionOf[step] != sectionOf[other];
  }

  /** {@return the number of steps} */
  public int steps() {
    return sectionOf.length;
  }

  /** {@return whether two steps are in one section} */
  public boolean areInOneSection(int first, int last) {
    return last < sectionOf.length && sectionOf[first] >= 0 && sectionOf[first] == sectionOf[last];
  }

  /** {@return the first step of the section of a step} */
  public int firstOfSection(int step) {
    return sectionOf[step];
  }

  /** {@return the last step of the section of a step} */
  public int lastOfSection(int step) {
    return lastOf[step];
  }

  /** {@return the first step that may run at the same time as a step} */
  public int start(int step) {
    return earliest[step];
  }

  /**
   * {@return the last step that may run at the same time as a step} A value without a reader is
   * live to the end of the program, at a step after the last.
   */
  public int end(int step) {
    return step < latest.length ? latest[step] : latest.length - 1;
  }
}
