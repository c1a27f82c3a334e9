package io.cambric.control;

import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.Trace;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Forwarding of results: branches, loops and calls no longer return the operands that their
 * programs pass through unchanged. The operand takes the place of the result and keeps its tracer.
 * It has no lanes if the operand has none, and is known if the operand is.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.cond.html">lax.cond</a>, and
 *     {@code _jaxpr_forwarding} of JAX
 */
public final class Forwarding {

  private static final int NONE = -1;

  private Forwarding() {}

  /**
   * {@return the results of a choice among programs with the same operands}
   *
   * @param operands the index, then the operands of the programs
   */
  public static List<Array> choose(List<Jaxpr> branches, List<Array> operands) {
    var sources = branches.stream().map(Forwarding::sources).toList();
    var forwarded = new ArrayList<@Nullable Array>();
    for (int i = 0; i < branches.getFirst().outputs().size(); i++) {
      forwarded.add(common(sources, i, operands));
    }
    var inputs = range(0, branches.getFirst().inputs().size());
    var computed = computed(forwarded);
    var pruned =
        branches.stream().map(branch -> OperandMask.reorder(branch, inputs, computed)).toList();
    return merged(forwarded, Trace.bind(new Switch(pruned), operands));
  }

  /** {@return the operand that every branch returns as a result; null if there is none} */
  private static @Nullable Array common(
      List<List<Integer>> sources, int result, List<Array> operands) {
    Array found = null;
    for (var source : sources) {
      int number = source.get(result);
      var operand = number == NONE ? null : operands.get(1 + number);
      if (operand == null || (found != null && found != operand)) {
        return null;
      }
      found = operand;
    }
    return found;
  }

  /**
   * {@return the results of a loop; carries that its body forwards become constants}
   *
   * @param operands constants of the condition and of the body, then carries
   */
  public static List<Array> loop(While loop, List<Array> operands) {
    int conditions = loop.conditionConstants();
    int bodies = loop.bodyConstants();
    var carries = operands.subList(conditions + bodies, operands.size());
    var sources = sources(loop.body());
    var forwarded = new ArrayList<@Nullable Array>();
    var fixed = new ArrayList<Integer>();
    var read = new ArrayList<Integer>();
    for (int i = 0; i < sources.size(); i++) {
      boolean same = sources.get(i) == bodies + i;
      forwarded.add(same ? carries.get(i) : null);
      if (same) {
        fixed.add(i);
      }
      if (same && reads(loop.condition(), conditions + i)) {
        read.add(i);
      }
    }
    var computed = computed(forwarded);
    var condition =
        OperandMask.reorder(loop.condition(), inputs(conditions, read, computed), List.of(0));
    var body = OperandMask.reorder(loop.body(), inputs(bodies, fixed, computed), computed);
    var arguments = new ArrayList<Array>(operands.subList(0, conditions));
    read.forEach(i -> arguments.add(carries.get(i)));
    arguments.addAll(operands.subList(conditions, conditions + bodies));
    fixed.forEach(i -> arguments.add(carries.get(i)));
    computed.forEach(i -> arguments.add(carries.get(i)));
    var pruned = new While(condition, conditions + read.size(), body, bodies + fixed.size());
    return merged(forwarded, Trace.bind(pruned, arguments));
  }

  /**
   * {@return the numbers of the inputs: constants, carries that became constants, other carries}
   */
  private static List<Integer> inputs(int constants, List<Integer> fixed, List<Integer> carried) {
    var inputs = new ArrayList<Integer>(range(0, constants));
    fixed.forEach(i -> inputs.add(constants + i));
    carried.forEach(i -> inputs.add(constants + i));
    return inputs;
  }

  /**
   * {@return the results of a scan; carries that its body forwards become constants, and an operand
   * replaces a stacked result with the same rows}
   *
   * @param operands constants, carries and stacked operands
   */
  public static List<Array> scan(Scan scan, List<Array> operands) {
    int constants = scan.constants();
    var sources = sources(scan.body());
    var forwarded = new ArrayList<@Nullable Array>();
    var fixed = new ArrayList<Integer>();
    var carried = new ArrayList<Integer>();
    for (int i = 0; i < sources.size(); i++) {
      int source = sources.get(i);
      boolean carry = i < scan.carries();
      boolean same = carry ? source == constants + i : source >= scan.fixed();
      forwarded.add(same ? operands.get(source) : null);
      if (carry) {
        (same ? fixed : carried).add(i);
      }
    }
    var inputs = inputs(constants, fixed, carried);
    inputs.addAll(range(scan.fixed(), scan.body().inputs().size()));
    var body = OperandMask.reorder(scan.body(), inputs, computed(forwarded));
    var pruned = scan.with(body, constants + fixed.size(), carried.size());
    return merged(forwarded, Trace.bind(pruned, inputs.stream().map(operands::get).toList()));
  }

  /**
   * {@return the results of a called program, with operands in place of forwarded results}
   *
   * @param operands operands of the program
   * @param results results of its call
   */
  public static List<Array> called(Jaxpr program, List<Array> operands, List<Array> results) {
    var sources = sources(program);
    var all = new ArrayList<>(results);
    for (int i = 0; i < all.size(); i++) {
      if (sources.get(i) != NONE) {
        all.set(i, operands.get(sources.get(i)));
      }
    }
    return all;
  }

  /**
   * {@return for each result of a program the number of the input that it forwards, or {@link
   * #NONE}}
   */
  private static List<Integer> sources(Jaxpr jaxpr) {
    var same = new IdentityHashMap<Atom, Atom>();
    jaxpr.eqns().forEach(eqn -> handOn(eqn, same));
    var numbers = new IdentityHashMap<Atom, Integer>();
    for (int i = 0; i < jaxpr.inputs().size(); i++) {
      numbers.put(jaxpr.inputs().get(i), i);
    }
    return jaxpr.outputs().stream()
        .map(output -> numbers.getOrDefault(same.getOrDefault(output, output), NONE))
        .toList();
  }

  /** Adds the results that a called program forwards, with their values outside the program. */
  private static void handOn(Eqn eqn, Map<Atom, Atom> same) {
    if (eqn.primitive() instanceof TransparentCall call) {
      var inner = sources(call.jaxpr());
      for (int i = 0; i < inner.size(); i++) {
        if (inner.get(i) != NONE) {
          var input = eqn.inputs().get(inner.get(i));
          same.put(eqn.outputs().get(i), same.getOrDefault(input, input));
        }
      }
    }
  }

  private static boolean reads(Jaxpr jaxpr, int input) {
    var variable = jaxpr.inputs().get(input);
    return jaxpr.outputs().contains(variable)
        || jaxpr.eqns().stream().anyMatch(eqn -> eqn.inputs().contains(variable));
  }

  private static List<Integer> range(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  /** {@return the numbers of the results that are not forwarded} */
  private static List<Integer> computed(List<@Nullable Array> forwarded) {
    return IntStream.range(0, forwarded.size())
        .filter(i -> forwarded.get(i) == null)
        .boxed()
        .toList();
  }

  private static List<Array> merged(List<@Nullable Array> forwarded, List<Array> computed) {
    var next = computed.iterator();
    var all = new ArrayList<Array>(forwarded.size());
    for (var array : forwarded) {
      all.add(array == null ? next.next() : array);
    }
    return all;
  }
}
