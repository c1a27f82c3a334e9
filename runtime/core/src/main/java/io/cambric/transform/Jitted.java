package io.cambric.transform;

import io.cambric.control.JitCall;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ProgramCompiler;
import io.cambric.core.RunArguments;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.core.Tracer;
import io.cambric.errors.DonatedArrayException;
import io.cambric.errors.TreeStructureException;
import io.cambric.interpreters.StagingTrace;
import io.cambric.interpreters.Traced;
import io.cambric.profiler.event.TraceEvent;
import io.cambric.transform.Recompilations.Arguments;
import io.cambric.transform.function.Fn;
import io.cambric.tree.StaticValues;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A compiled function, with the options of {@code jit}. It is traced once for each combination of
 * structure, avals, static leaves and enclosing named axes. Later calls run the compiled program.
 * Thread-safe.
 *
 * <p>An option returns another function, with its own programs.
 *
 * {@snippet :
 * var step = jit((Params params, Batch batch) -> update(params, batch)).donate(0);
 * }
 *
 * @param <S> the typed subclass
 */
public abstract class Jitted<S extends Jitted<S>> extends Transformed {

  private final Fn<List<Object>, Object> function;
  private final JitOptions options;
  private final String name;
  private final Recompilations recompilations;
  private final Map<Arguments, Entry> entries = new ConcurrentHashMap<>();
  private final AtomicInteger traces = new AtomicInteger();
  private volatile @Nullable Entry latest;

  /** The last program that captured tracers; it is valid while its trace runs. */
  private volatile SoftReference<@Nullable Captured> captured = new SoftReference<>(null);

  /** A program and the structure of its result. */
  private record Entry(
      Arguments key, Traced traced, ArrayTree.Structure result, PrepackedArguments prepacked) {

    Entry(Arguments key, Traced traced, ArrayTree.Structure result) {
      this(key, traced, result, new PrepackedArguments());
    }
  }

  /** A program that captured tracers while a trace was current. */
  private record Captured(Trace trace, Entry entry) {

    boolean fits(Arguments key) {
      return entry.key().equals(key)
          && trace == Trace.current()
          && entry.traced().constants().stream().allMatch(Jitted::isAlive);
    }
  }

  /**
   * Wraps a function of a list of arguments.
   *
   * @param original the function of the user, for its name and its class
   * @param count the number of its arguments
   */
  Jitted(Object original, Fn<List<Object>, ?> function, JitOptions options, int count) {
    super(original);
    options.requireWithin(count);
    this.options = options;
    this.function =
        arguments -> function.apply(arguments.stream().map(StaticArgument::unwrapped).toList());
    var root = root(original);
    this.name = FunctionNames.of(root);
    this.recompilations = new Recompilations(root, name);
  }

  /** {@return this function with other options} */
  abstract S with(JitOptions options);

  /**
   * {@return this function with these arguments static as a whole: each new value compiles another
   * program}
   *
   * @param argnums numbers of arguments, from 0
   * @throws TreeStructureException if there is no such argument
   */
  public final S statics(int... argnums) {
    return with(options.withStatics(argnums));
  }

  /**
   * {@return this function with these arguments donated: results may reuse their memory, and a use
   * after the call is an error}
   *
   * <p>Donation has no effect inside another transformation, or while values are checked.
   *
   * @param argnums numbers of arguments, from 0
   * @throws TreeStructureException if there is no such argument
   */
  public final S donate(int... argnums) {
    return with(options.withDonated(argnums));
  }

  /**
   * {@return this function with these arguments prepacked: the same arrays in each call, such as
   * the weights of a served model}
   *
   * <p>Kernels pack a prepacked matrix once instead of at each call, which matters most if the
   * other matrix has few rows. The packed forms take as much memory as the matrices. If a call has
   * other arrays than the previous one, they are packed anew, and results stay correct. Captured
   * arrays are prepacked, too.
   *
   * <p>Nothing is prepacked inside another transformation, or while values are checked.
   *
   * @param argnums numbers of arguments, from 0
   * @throws TreeStructureException if there is no such argument, or it is donated
   */
  public final S prepack(int... argnums) {
    return with(options.withPrepacked(argnums));
  }

  final <R> R call(List<@Nullable Object> arguments) {
    var wrapped = withStatics(arguments);
    var tree = ArrayTree.of(wrapped);
    if (DisabledJit.isOn()) {
      var calls = new Calls<Object>(function, tree.structure());
      var results = calls.apply(tree.arrays());
      return calls.result().build(results);
    }
    var entry = entry(tree);
    var jaxpr = entry.traced().jaxpr();
    var operands = entry.traced().withConstants(tree.arrays());
    if (!Trace.isRunningPrograms()) {
      return entry.result().build(Trace.bind(new JitCall(name, jaxpr), operands));
    }
    var run = RunArguments.of(Trace.evaluated("jit", operands));
    if (options.changesRuns()) {
      run = withOptions(run, entry, wrapped);
    }
    var results = ProgramCompiler.get().run(jaxpr, run);
    giveUp(run);
    return entry.result().build(results);
  }

  /**
   * A whole argument that is a Java number or boolean is static, since it cannot be typed as an
   * array. Arguments that the options name are static, too.
   */
  private List<@Nullable Object> withStatics(List<@Nullable Object> arguments) {
    var all = new ArrayList<@Nullable Object>(arguments);
    for (int i = 0; i < all.size(); i++) {
      var argument = all.get(i);
      if (argument instanceof Number
          || argument instanceof Boolean
          || options.statics().contains(i)) {
        StaticValues.require("Static argument %d of jit".formatted(i), argument);
        all.set(i, new StaticArgument(argument));
      }
    }
    return all;
  }

  /** {@return whether each captured array and each array of the arguments is donated} */
  private List<Boolean> donated(int constants, List<@Nullable Object> arguments) {
    var mask = new ArrayList<>(Collections.nCopies(constants, false));
    mask.addAll(chosen(options.donated(), arguments));
    return mask;
  }

  /**
   * {@return for each array of the arguments, whether these numbers include the number of its
   * argument}
   */
  private static List<Boolean> chosen(List<Integer> numbers, List<@Nullable Object> arguments) {
    var mask = new ArrayList<Boolean>();
    for (int i = 0; i < arguments.size(); i++) {
      int count = ArrayTree.of(arguments.get(i)).arrays().size();
      mask.addAll(Collections.nCopies(count, numbers.contains(i)));
    }
    return mask;
  }

  /**
   * {@return the arguments of a run, donated and prepacked as the options of this function allow}
   */
  private RunArguments withOptions(
      RunArguments run, Entry entry, List<@Nullable Object> arguments) {
    int constants = entry.traced().constants().size();
    var donated = donated(constants, arguments);
    if (donated.contains(true)) {
      requireDonatedOnce(run.arrays(), donated);
    }
    if (options.prepacked().isEmpty()) {
      return run.withDonated(donated);
    }
    var prepacked = new ArrayList<>(Collections.nCopies(constants, true));
    prepacked.addAll(chosen(options.prepacked(), arguments));
    var panels = entry.prepacked().panels(run.arrays(), prepacked);
    return run.withDonated(donated).withPrepacked(panels);
  }

  /** Invalidates the arrays that were donated to a run. */
  private static void giveUp(RunArguments run) {
    if (run.donated().contains(true)) {
      for (int i = 0; i < run.arrays().size(); i++) {
        if (run.donated().get(i)) {
          run.arrays().get(i).donate();
        }
      }
    }
  }

  private static void requireDonatedOnce(List<NdArray> arrays, List<Boolean> donated) {
    Set<NdArray> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<NdArray> twice = Collections.newSetFromMap(new IdentityHashMap<>());
    for (var array : arrays) {
      if (!seen.add(array)) {
        twice.add(array);
      }
    }
    for (int i = 0; i < arrays.size(); i++) {
      if (donated.get(i) && twice.contains(arrays.get(i))) {
        throw new DonatedArrayException(
            "jit needs each donated array only once, but an array %s was passed or captured several times. Do not donate it, or pass a copy."
                .formatted(arrays.get(i).aval()));
      }
    }
  }

  final Lowered lowered(List<@Nullable Object> arguments) {
    var wrapped = withStatics(arguments);
    var tree = ArrayTree.of(wrapped);
    var traced = entry(tree).traced();
    int constants = traced.constants().size();
    return new Lowered(traced.jaxpr(), donated(constants, wrapped));
  }

  private Entry entry(ArrayTree tree) {
    var key =
        new Arguments(
            tree.structure(), ShapedArray.ofAll(tree.arrays()), Trace.current().namedAxes());
    var last = latest;
    if (last != null && last.key().equals(key)) {
      return last;
    }
    var known = entries.get(key);
    if (known != null) {
      latest = known;
      return known;
    }
    var capturing = captured.get();
    return capturing != null && capturing.fits(key) ? capturing.entry() : make(key);
  }

  private Entry make(Arguments key) {
    traces.incrementAndGet();
    recompilations.begin(latestKey(), key);
    var event = TraceEvent.begun();
    var calls = new Calls<Object>(function, key.structure());
    var traced = StagingTrace.trace("jit", key.avals(), calls);
    event.finish(name, traced.jaxpr().eqns().size());
    var entry = new Entry(key, traced, calls.result());
    if (traced.constants().stream().anyMatch(Tracer.class::isInstance)) {
      captured = new SoftReference<>(new Captured(Trace.current(), entry));
      recompilations.traced(key);
      return entry;
    }
    // If several threads trace at once, all use the program of the first thread, and only that
    // trace counts.
    var raced = entries.putIfAbsent(key, entry);
    if (raced == null) {
      recompilations.traced(key);
      recompilations.cached(latestKey(), key, entries.size());
    }
    var shared = raced == null ? entry : raced;
    latest = shared;
    return shared;
  }

  private @Nullable Arguments latestKey() {
    var last = latest;
    return last == null ? null : last.key();
  }

  private static boolean isAlive(Array array) {
    return !(array instanceof Tracer tracer) || tracer.trace().isRunning();
  }

  /** {@return the number of programs that this function keeps} */
  public final int programCount() {
    return entries.size();
  }

  /** {@return how often this function has been traced} */
  public final int traceCount() {
    return traces.get();
  }

  /** Removes all programs; the next call traces anew. */
  public final void clearCache() {
    entries.clear();
    latest = null;
    captured = new SoftReference<>(null);
  }
}
