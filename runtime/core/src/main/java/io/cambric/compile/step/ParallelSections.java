package io.cambric.compile.step;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Parallel sections: finds chains of steps that do not depend on each other, and runs each chain on
 * one thread. Example: the LAMB updates of all parameters, each with two norms between its loops.
 *
 * <p>A thread completes one chain before it begins the next, so the arrays of the chain stay in the
 * cache of the thread. The threads synchronise once for all chains. Steps on all threads would
 * synchronise after each step, and read each array from memory again.
 *
 * <p>Steps are visited in order. A step that reads the results of chains extends them and joins
 * them to one. A step that reads none begins a chain. A step that reads many ends the region.
 */
public final class ParallelSections {

  /**
   * The largest number of sections in a region: enough for many threads. Each section has its own
   * memory for temporary values.
   */
  static final int SECTIONS = 32;

  /** The least number of chains in a region. */
  private static final int LEAST_CHAINS = 4;

  /** The largest number of chains that one step may join. */
  private static final int MOST_JOINED = 4;

  /**
   * The largest number of points of a step in a chain. Its arrays stay in the cache of a thread.
   */
  static final int LARGEST = 1 << 18;

  /**
   * The least number of instruction evaluations in a region, which pays for the handover to
   * threads.
   */
  private static final long LEAST_WORK = 1 << 16;

  /** Instruction evaluations that take the time of one floating-point operation of a product. */
  private static final double WORK_OF_FLOP = 0.5;

  /**
   * A part of a program.
   *
   * @param sections lists of steps that run at the same time; one list if the steps run one after
   *     the other
   */
  public record Segment(List<List<Step>> sections) {

    /** {@return steps that run one after the other} */
    static Segment sequence(List<Step> steps) {
      return new Segment(List.of(List.copyOf(steps)));
    }

    /** {@return whether sections of the segment run at the same time} */
    public boolean isParallel() {
      return sections.size() > 1;
    }

    /** {@return the segment with other steps in each section} */
    Segment each(UnaryOperator<List<Step>> rewrite) {
      return new Segment(sections.stream().map(rewrite).toList());
    }
  }

  /** A step with its number in the program. */
  private record Numbered(int number, Step step) {}

  /** Steps that depend on each other, and on no step of another chain. */
  private static final class Chain {
    final List<Numbered> steps = new ArrayList<>();
    private int loops;
    private long work;
    private boolean isSmall = true;

    /** The chain that absorbed this one. */
    private @Nullable Chain into;

    void add(Numbered numbered) {
      steps.add(numbered);
      loops += isScalar(numbered.step) ? 0 : 1;
      work += workOf(numbered.step);
      isSmall &= fitsIntoCache(numbered.step);
    }

    void absorb(Chain other) {
      steps.addAll(other.steps);
      steps.sort(Comparator.comparingInt(Numbered::number));
      loops += other.loops;
      work += other.work;
      isSmall &= other.isSmall;
      other.into = this;
    }

    /** {@return the chain that holds the steps of this one} */
    Chain whole() {
      return into == null ? this : into.whole();
    }

    /**
     * {@return whether the chain has several loops over small arrays; any other step is better
     * balanced over all threads}
     */
    boolean isWorthASection() {
      return loops > 1 && isSmall;
    }

    int number() {
      return steps.getFirst().number;
    }
  }

  private final List<Segment> segments = new ArrayList<>();

  /** Steps that run one after the other, before the open region. */
  private final List<Step> sequence = new ArrayList<>();

  private final Set<Chain> chains = new LinkedHashSet<>();

  /** Scalar steps of the open region that depend on no chain. Many chains may read them. */
  private final List<Numbered> scalars = new ArrayList<>();

  /** The chain of the open region that writes a place. */
  private final Map<Value.Place, Chain> writers = new IdentityHashMap<>();

  /** The chains of the open region that read or write a place. */
  private final Map<Value.Place, List<Chain>> users = new IdentityHashMap<>();

  private ParallelSections() {}

  /** {@return an equal program, in sections where that is faster} */
  public static FusedProgram split(FusedProgram program) {
    return program.withSegments(segments(program.steps()));
  }

  private static List<Segment> segments(List<Step> steps) {
    var pass = new ParallelSections();
    for (int i = 0; i < steps.size(); i++) {
      pass.visit(new Numbered(i, steps.get(i)));
    }
    pass.closeRegion();
    pass.endSequence();
    return pass.segments;
  }

  private void visit(Numbered numbered) {
    var step = numbered.step;
    if (!mayRunOnAnyThread(step)) {
      closeRegion();
      sequence.add(step);
      return;
    }
    var read = dependencies(step);
    if (read.isEmpty() && isScalar(step)) {
      scalars.add(numbered);
      return;
    }
    if (endsRegion(step, read)) {
      closeRegion();
      read.clear();
    }
    var chain = read.isEmpty() ? new Chain() : joined(read);
    chains.add(chain);
    chain.add(numbered);
    step.outputs().forEach(output -> writers.put(output.place(), chain));
    Stream.concat(step.inputs().stream(), step.outputs().stream())
        .forEach(value -> users.computeIfAbsent(value.place(), _ -> new ArrayList<>()).add(chain));
  }

  /**
   * {@return whether a step should run after chains instead of extending them}
   *
   * <p>An example of many chains is a norm over all gradients. An example of a chain with large
   * arrays is a backward pass, whose gradients begin the chains of an optimiser.
   */
  private static boolean endsRegion(Step step, Set<Chain> read) {
    return read.size() > MOST_JOINED
        || (fitsIntoCache(step)
            && !isScalar(step)
            && read.stream().anyMatch(chain -> !chain.isSmall));
  }

  /** {@return a chain with the steps of several chains} */
  private Chain joined(Set<Chain> read) {
    var all = List.copyOf(read);
    var whole = all.getFirst();
    for (var chain : all.subList(1, all.size())) {
      whole.absorb(chain);
      chains.remove(chain);
    }
    return whole;
  }

  /** {@return the chains that a step must follow} */
  private Set<Chain> dependencies(Step step) {
    var found = new LinkedHashSet<Chain>();
    for (var input : step.inputs()) {
      if (writers.get(input.place()) instanceof Chain chain) {
        found.add(chain.whole());
      }
    }
    for (var output : step.outputs()) {
      users.getOrDefault(output.place(), List.of()).forEach(chain -> found.add(chain.whole()));
    }
    return found;
  }

  /**
   * {@return whether a step is arithmetic on its operands alone}
   *
   * <p>Other kernels may call functions of the user, or need the thread that calls the program.
   */
  private static boolean mayRunOnAnyThread(Step step) {
    return switch (step) {
      case Step.Loop _, Step.Reduce _ -> true;
      case Step.Call call -> call.rule().traits().epilogue();
      case Step.MergedLoop _, Step.FusedCall _, Step.Control _ -> false;
    };
  }

  private static boolean isScalar(Step step) {
    return step instanceof Step.Loop loop && loop.shape().size() == 1;
  }

  private static boolean fitsIntoCache(Step step) {
    return switch (step) {
      case Step.Loop loop -> loop.shape().size() <= LARGEST;
      case Step.Reduce reduce -> reduce.shape().size() <= LARGEST;
      default -> {
        boolean reads = step.inputs().stream().allMatch(ParallelSections::fitsIntoCache);
        yield reads && step.outputs().stream().allMatch(ParallelSections::fitsIntoCache);
      }
    };
  }

  private static boolean fitsIntoCache(Value value) {
    return value.layout().shape().size() <= LARGEST;
  }

  private static long workOf(Step step) {
    return switch (step) {
      case Step.Loop loop -> (long) loop.shape().size() * (1 + loop.body().code().size());
      case Step.Reduce reduce -> (long) reduce.shape().size() * (2 + reduce.body().code().size());
      case Step.Call call -> (long) (call.flops() * WORK_OF_FLOP);
      case Step.MergedLoop _, Step.FusedCall _, Step.Control _ ->
          throw new IllegalStateException("not part of a chain: " + step.label());
    };
  }

  private void closeRegion() {
    var parallel = balanced();
    long work = parallel.stream().mapToLong(chain -> chain.work).sum();
    if (parallel.size() >= LEAST_CHAINS && work >= LEAST_WORK) {
      scalars.forEach(scalar -> sequence.add(scalar.step));
      scalars.clear();
      endSequence();
      segments.add(new Segment(sections(parallel)));
      parallel.forEach(chains::remove);
    }
    Stream.concat(scalars.stream(), chains.stream().flatMap(chain -> chain.steps.stream()))
        .sorted(Comparator.comparingInt(Numbered::number))
        .forEach(numbered -> sequence.add(numbered.step));
    scalars.clear();
    chains.clear();
    writers.clear();
    users.clear();
  }

  /** {@return the chains of the open region, except those that are too slow on one thread} */
  private List<Chain> balanced() {
    var kept = chains.stream().filter(Chain::isWorthASection).toList();
    while (true) {
      double largest = kept.stream().mapToLong(chain -> chain.work).sum() / (double) LEAST_CHAINS;
      var fitting = kept.stream().filter(chain -> chain.work <= largest).toList();
      if (fitting.size() == kept.size()) {
        return kept;
      }
      kept = fitting;
    }
  }

  /** Chains that one thread computes. */
  private static final class Section {
    final List<Chain> chains = new ArrayList<>();
    private long work;

    void add(Chain chain) {
      chains.add(chain);
      work += chain.work;
    }

    List<Step> steps() {
      return chains.stream()
          .sorted(Comparator.comparingInt(Chain::number))
          .flatMap(chain -> chain.steps.stream())
          .map(Numbered::step)
          .toList();
    }
  }

  /** {@return the chains in sections of about equal work} */
  private static List<List<Step>> sections(List<Chain> chains) {
    var leastFirst = new PriorityQueue<Section>(Comparator.comparingLong(section -> section.work));
    var all = new ArrayList<Section>();
    for (int i = 0; i < Math.min(SECTIONS, chains.size()); i++) {
      all.add(new Section());
    }
    leastFirst.addAll(all);
    var largestFirst = new ArrayList<>(chains);
    largestFirst.sort(Comparator.comparingLong((Chain chain) -> chain.work).reversed());
    for (var chain : largestFirst) {
      var section = leastFirst.remove();
      section.add(chain);
      leastFirst.add(section);
    }
    return all.stream().map(Section::steps).toList();
  }

  private void endSequence() {
    if (!sequence.isEmpty()) {
      segments.add(Segment.sequence(sequence));
      sequence.clear();
    }
  }
}
