package io.cambric.rewrite;

import io.cambric.control.Scan;
import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.Batched;
import io.cambric.core.DeadCode;
import io.cambric.core.Eqn;
import io.cambric.core.Inliner;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.interpreters.JaxprTransforms;
import io.cambric.rewrite.ScanDependence.Dependence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Loop-invariant code motion for scans. Work on constants alone moves in front of the loop.
 * Products of rows with constants are computed there for all iterations at once. Products that are
 * only stacked, and carries that only accumulate products, become one product after the loop
 * ({@link ScanSumMotion}).
 *
 * <p>Compared with the original loop, only the order of sums differs.
 */
final class ScanInvariantMotion implements ScanRewrite {

  /**
   * The largest size in bytes of products for all iterations, which take more memory than the loop.
   */
  static final long LARGEST = 1L << 27;

  private final Scan scan;
  private final Jaxpr body;
  private final ScanDependence dependences;
  private final ScanSumMotion sums;
  private final Set<Eqn> moved = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<Atom.Var> hoisted = new ArrayList<>();
  private final List<Atom.Var> products = new ArrayList<>();
  private final List<Atom.Var> trailingProducts;

  private ScanInvariantMotion(Scan scan) {
    this.scan = scan;
    var inlined = DeadCode.drop(Inliner.inline(scan.body()));
    this.body = ScanFactorLayout.inOrder(inlined, new ScanDependence(scan, inlined));
    this.dependences = new ScanDependence(scan, body);
    this.sums = new ScanSumMotion(scan, body, dependences);
    for (var eqn : body.eqns()) {
      if (isWorthHoisting(eqn)) {
        hoisted.addAll(eqn.outputs());
        moved.add(eqn);
      } else if (isProductOfRows(eqn)) {
        products.addAll(eqn.outputs());
        moved.add(eqn);
      }
    }
    // Only values that the loop or a result still reads are passed on.
    hoisted.removeIf(
        variable -> moved.containsAll(dependences.readers(variable)) && !isResult(variable));
    trailingProducts =
        body.eqns().stream().filter(this::isTrailing).map(eqn -> eqn.outputs().getFirst()).toList();
  }

  /** {@return the rewritten program of a scan, or {@code null} if nothing changes} */
  static @Nullable Jaxpr of(Scan scan, List<ShapedArray> operands) {
    return ScanRewrite.of(ScanInvariantMotion.class, ScanInvariantMotion::new, scan, operands);
  }

  @Override
  public boolean changesNothing() {
    return hoisted.isEmpty()
        && products.isEmpty()
        && trailingProducts.isEmpty()
        && sums.carries().isEmpty();
  }

  private boolean isResult(Atom variable) {
    return dependences.uses(variable) > dependences.readers(variable).size();
  }

  /**
   * {@return whether an equation is worth moving}
   *
   * <p>A view costs nothing in the loop, unless a product copies it in each iteration. Pointwise
   * work that broadcasts its operands costs little.
   */
  private boolean isWorthHoisting(Eqn eqn) {
    boolean constant =
        dependences.of(eqn) == Dependence.INVARIANT
            && eqn.inputs().stream().anyMatch(Atom.Var.class::isInstance);
    if (!constant) {
      return false;
    }
    return switch (eqn.lowering()) {
      case Lowering.View _ -> isFactor(eqn);
      case Lowering.Barrier _, Lowering.Call _ -> false;
      case Lowering.Elementwise _ -> {
        long result = eqn.outputs().getFirst().aval().bytes();
        yield eqn.inputs().stream()
            .anyMatch(input -> isStored(input) && input.aval().bytes() >= result);
      }
      case Lowering.Kernel _,
          Lowering.Concatenate _,
          Lowering.Reduction _,
          Lowering.Scan _,
          Lowering.While _,
          Lowering.Switch _ ->
          true;
    };
  }

  /** {@return whether a product that stays in the loop reads a view} */
  private boolean isFactor(Eqn view) {
    return view.outputs().stream()
            .allMatch(output -> output.aval().bytes() <= view.inputs().getFirst().aval().bytes())
        && view.outputs().stream()
            .flatMap(output -> dependences.readers(output).stream())
            .anyMatch(reader ->
                dependences.of(reader) == Dependence.CARRIES
                    && reader.primitive().kernelFlops(reader.inputAvals()) > 0);
  }

  /** {@return whether a value is stored, and not a view of another} */
  private boolean isStored(Atom atom) {
    return atom instanceof Atom.Var
        && (!(dependences.maker(atom) instanceof Eqn eqn)
            || !(eqn.lowering() instanceof Lowering.View));
  }

  private boolean isProductOfRows(Eqn eqn) {
    return dependences.of(eqn) == Dependence.ROWS
        && eqn.primitive().kernelFlops(eqn.inputAvals()) > 0
        && eqn.inputs().stream()
            .anyMatch(
                input -> input instanceof Atom.Var && dependences.of(input) == Dependence.INVARIANT)
        && eqn.outputs().getFirst().aval().bytes() * scan.length() <= LARGEST;
  }

  /** {@return whether a product is only stacked, and its factors are invariant or stacked} */
  private boolean isTrailing(Eqn eqn) {
    var result = eqn.outputs().isEmpty() ? null : eqn.outputs().getFirst();
    return dependences.of(eqn) == Dependence.CARRIES
        && result != null
        && eqn.primitive().kernelFlops(eqn.inputAvals()) > 0
        && dependences.readers(result).isEmpty()
        && body.outputs().indexOf(result) >= scan.carries()
        && eqn.inputs().stream()
            .allMatch(
                input -> dependences.of(input) == Dependence.INVARIANT || sums.isStacked(input));
  }

  /** Evaluates the rewritten scan; called while the new program is traced. */
  @Override
  public List<Array> run(List<Array> operands) {
    Map<Atom, Array> known = new IdentityHashMap<>();
    bind(known, body.inputs(), operands);
    var constants = inputs(Dependence.INVARIANT);
    bind(
        known,
        hoisted,
        part(constants, Dependence.INVARIANT, List.of(), hoisted).eval(read(known, constants)));
    var fixed = concat(constants, inputs(Dependence.ROWS));
    bind(
        known, products, ofAllIterations(part(fixed, Dependence.ROWS, List.of(), products), known));
    var loop = loop();
    var results = Trace.bind(loop.scan, read(known, loop.scan.body().inputs()));
    return collect(loop, known, results);
  }

  private List<Atom.Var> inputs(Dependence dependence) {
    return body.inputs().stream().filter(input -> dependences.of(input) == dependence).toList();
  }

  private static <T> List<T> concat(List<? extends T> first, List<? extends T> second) {
    return Stream.<T>concat(first.stream(), second.stream()).toList();
  }

  private static void bind(
      Map<Atom, Array> known, List<? extends Atom> variables, List<Array> values) {
    for (int i = 0; i < variables.size(); i++) {
      known.put(variables.get(i), values.get(i));
    }
  }

  private static List<Array> read(Map<Atom, Array> known, List<? extends Atom> atoms) {
    return atoms.stream().map(known::get).map(Objects::requireNonNull).toList();
  }

  /**
   * {@return the part of the body that computes some values}
   *
   * @param dependence the strongest dependence of the equations
   * @param more equations to add
   */
  private Jaxpr part(
      List<Atom.Var> inputs, Dependence dependence, List<Eqn> more, List<? extends Atom> values) {
    var eqns =
        body.eqns().stream()
            .filter(eqn -> dependences.of(eqn).compareTo(dependence) <= 0 || more.contains(eqn))
            .toList();
    return DeadCode.drop(new Jaxpr(inputs, eqns, values));
  }

  /**
   * {@return the stacked results of a program that runs on stacked rows, for all iterations at
   * once}
   */
  private List<Array> ofAllIterations(Jaxpr part, Map<Atom, Array> known) {
    if (part.outputs().isEmpty()) {
      return List.of();
    }
    var axes =
        part.inputs().stream()
            .map(input -> dependences.of(input) == Dependence.INVARIANT ? Batched.NOT_MAPPED : 0)
            .toList();
    return JaxprTransforms.batch(
            part,
            new MappedAxis(scan.length(), null),
            axes,
            Collections.nCopies(part.outputs().size(), true))
        .jaxpr()
        .eval(read(known, part.inputs()));
  }

  /**
   * The remaining loop. The inputs of its body are variables of the old body.
   *
   * @param carries old numbers of the remaining carries
   * @param stacked the stacked values, in order
   */
  private record Loop(Scan scan, List<Integer> carries, List<Atom> stacked) {}

  private Loop loop() {
    var carries = new ArrayList<Integer>();
    for (int i = 0; i < scan.carries(); i++) {
      if (!sums.carries().contains(i)) {
        carries.add(i);
      }
    }
    List<Atom> stacked = new ArrayList<>(stackedResults());
    stacked.removeIf(trailingProducts::contains);
    stacked.addAll(sums.added());
    var outputs = new ArrayList<Atom>();
    carries.forEach(i -> outputs.add(body.outputs().get(i)));
    outputs.addAll(stacked);
    var eqns = body.eqns().stream().filter(eqn -> !moved.contains(eqn)).toList();
    var left = DeadCode.drop(new Jaxpr(List.of(), eqns, outputs));
    Set<Atom> read = Collections.newSetFromMap(new IdentityHashMap<>());
    left.eqns().forEach(eqn -> read.addAll(eqn.inputs()));
    read.addAll(outputs);
    var operands = new ArrayList<>(concat(inputs(Dependence.INVARIANT), hoisted));
    operands.removeIf(constant -> !read.contains(constant));
    int constants = operands.size();
    carries.forEach(i -> operands.add(body.inputs().get(scan.constants() + i)));
    var rows = new ArrayList<>(concat(inputs(Dependence.ROWS), products));
    rows.removeIf(row -> !read.contains(row));
    operands.addAll(rows);
    var rest = new Jaxpr(operands, left.eqns(), outputs);
    var shorter =
        new Scan(rest, scan.length(), scan.reverse(), constants, carries.size(), scan.unroll());
    return new Loop(shorter, carries, stacked);
  }

  private List<? extends Atom> stackedResults() {
    return body.outputs().subList(scan.carries(), body.outputs().size());
  }

  private List<Array> collect(Loop loop, Map<Atom, Array> known, List<Array> results) {
    int kept = loop.carries.size();
    Map<Atom, Array> rows = new IdentityHashMap<>(known);
    bind(rows, loop.stacked, results.subList(kept, results.size()));
    var makers =
        trailingProducts.stream().map(dependences::maker).map(Objects::requireNonNull).toList();
    var constants = inputs(Dependence.INVARIANT);
    var operands = new ArrayList<>(constants);
    makers.stream()
        .flatMap(eqn -> eqn.inputs().stream())
        .filter(
            operand -> sums.isStacked(operand) && dependences.of(operand) != Dependence.INVARIANT)
        .distinct()
        .forEach(operand -> operands.add((Atom.Var) operand));
    // A constant may also be stacked; products read the constant instead.
    Map<Atom, Array> readOfAllIterations = new IdentityHashMap<>(rows);
    bind(readOfAllIterations, constants, read(known, constants));
    bind(
        rows,
        trailingProducts,
        ofAllIterations(
            part(operands, Dependence.INVARIANT, makers, trailingProducts), readOfAllIterations));
    var last =
        sums.last(
            carry -> Objects.requireNonNull(known.get(body.inputs().get(scan.constants() + carry))),
            row -> Objects.requireNonNull(rows.get(row)));
    for (int i = 0; i < kept; i++) {
      last.put(loop.carries.get(i), results.get(i));
    }
    var all = new ArrayList<Array>();
    for (int i = 0; i < scan.carries(); i++) {
      all.add(Objects.requireNonNull(last.get(i)));
    }
    stackedResults().forEach(result -> all.add(stacked(result, loop, rows, results)));
    return all;
  }

  /** {@return a stacked result, from the loop or computed outside of it} */
  private Array stacked(Atom result, Loop loop, Map<Atom, Array> rows, List<Array> results) {
    int number = loop.stacked.indexOf(result);
    return number >= 0
        ? results.get(loop.carries.size() + number)
        : Objects.requireNonNull(rows.get(result));
  }
}
