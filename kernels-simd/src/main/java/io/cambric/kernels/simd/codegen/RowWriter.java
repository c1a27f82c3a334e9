package io.cambric.kernels.simd.codegen;

import static io.cambric.kernels.simd.codegen.ValueLocals.array;
import static io.cambric.kernels.simd.codegen.ValueLocals.offset;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import io.cambric.kernel.LoopBody;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes passes over rows as a hidden class. Its method {@code run(Object[] arrays, int[] places,
 * float[] lanes, int rows, int length)} calls the methods for one row, row after row. Passes over
 * row values that no points depend on come last, for many rows at once.
 *
 * <p>A body without rows has one such pass, which is {@code run} itself. It visits the points of a
 * block like row values, and their number is a multiple of the lanes.
 *
 * <p>The arguments are the arrays of the operands, their first positions, the distances of their
 * rows, and the working memory. The latter holds the accumulators of all reductions, followed by
 * the row values that are kept.
 *
 * <p>Each method runs over a group of short rows before the next method does. The processor can
 * then begin a row while it still folds the previous one. A group stays in the L1 cache; a long row
 * is a group alone.
 */
final class RowWriter {

  private static final MethodType TYPE =
      MethodType.methodType(
          void.class, Object[].class, int[].class, float[].class, int.class, int.class);

  private static final MethodTypeDesc DESC = TYPE.describeConstable().orElseThrow();

  /** Names of the parameters. */
  private static final List<String> PARAMETERS =
      List.of("arrays", "places", "lanes", "rows", "length");

  private static final ClassDesc SELF = HiddenClass.named("Rows");

  /**
   * The most vector operations of a pass over row values that the next pass over points inlines.
   */
  private static final int FEW = 20;

  /** The most rows of a group. */
  static final int GROUP = 8;

  private final LoopBody body;
  private final LaneType vectors;
  private final List<Integer> operands;
  private final List<Integer> kept;
  private final RowPlan.@Nullable Lengths lengths;
  private final int accumulators;
  private final List<RowMethod> methods = new ArrayList<>();
  private final List<RowPlan.Pass> last;

  /** A method for one row: a pass over points, a pass over row values, or both. */
  private record RowMethod(List<RowPlan.Pass> passes) {

    boolean reads(int value) {
      return passes.stream()
          .anyMatch(pass -> pass.reads().contains(value) || pass.rowReads().contains(value));
    }

    /** {@return the values that the method loads or stores} */
    List<Integer> values() {
      var computed = new ArrayList<Integer>();
      var values = new ArrayList<Integer>();
      for (var pass : passes) {
        values.addAll(pass.reads());
        values.addAll(pass.stores());
        values.addAll(pass.folds());
        pass.rowReads().stream().filter(v -> !computed.contains(v)).forEach(values::add);
        computed.addAll(pass.points());
      }
      return values.stream().distinct().toList();
    }
  }

  private RowWriter(PassLayout layout) {
    body = layout.body();
    vectors = layout.vectors();
    operands = layout.operands();
    kept = layout.kept();
    lengths = layout.lengths();
    accumulators = layout.accumulators();
    var passes = layout.passes();
    int rows = passes.size() - RowPlan.last(passes).size();
    last = passes.subList(rows, passes.size());
    for (int k = 0; k < rows; k++) {
      var pass = passes.get(k);
      boolean withNext = !pass.ofRows() && pass.cost() <= FEW && passes.get(k + 1).ofRows();
      methods.add(new RowMethod(withNext ? List.of(pass, passes.get(++k)) : List.of(pass)));
    }
  }

  /** {@return the method that runs all passes over all rows} */
  static MethodHandle write(PassLayout layout) {
    return HiddenClass.define(classFile(layout), "run", TYPE);
  }

  /** {@return the class with that method, named {@code run}} */
  static byte[] classFile(PassLayout layout) {
    return ClassFile.of().build(SELF, new RowWriter(layout)::methods);
  }

  private void methods(ClassBuilder type) {
    for (int number = 0; number < methods.size(); number++) {
      var method = methods.get(number);
      add(type, rowName(number), desc(method), code -> method(code, method));
    }
    if (methods.isEmpty() && last.size() == 1) {
      add(type, "run", DESC, code -> values(code, last.getFirst()));
      return;
    }
    for (int number = 0; number < last.size(); number++) {
      var pass = last.get(number);
      add(type, lastName(number), DESC, code -> values(code, pass));
    }
    add(type, "run", DESC, this::run);
  }

  private static void add(
      ClassBuilder type, String name, MethodTypeDesc desc, Consumer<CodeBuilder> method) {
    type.withMethodBody(
        name,
        desc,
        HiddenClass.FLAGS,
        code -> {
          method.accept(code);
          code.return_();
        });
  }

  private static String rowName(int number) {
    return "row" + number;
  }

  private static String lastName(int number) {
    return "last" + number;
  }

  /**
   * Parameters: the accumulators, the number of the row in its group, its length, and for each
   * operand its array and its position.
   */
  private MethodTypeDesc desc(RowMethod method) {
    var types =
        operands(method).stream().flatMap(value -> Stream.of(element(value).arrayType(), CD_int));
    return MethodTypeDesc.of(
        CD_void, Stream.concat(Stream.of(CD_float.arrayType(), CD_int, CD_int), types).toList());
  }

  private ClassDesc element(int value) {
    return LaneType.of(body.dtype(value)).element();
  }

  private List<Integer> operands(RowMethod method) {
    return method.values().stream().filter(value -> !kept.contains(value)).toList();
  }

  private void method(CodeBuilder builder, RowMethod method) {
    var names = operands(method).stream().flatMap(v -> Stream.of(array(v), offset(v)));
    var parameters = Stream.concat(Stream.of("lanes", "member", "length"), names).toList();
    var code = new KernelCode(builder, vectors, parameters);
    code.returnIfNone("length");
    for (int value : method.values()) {
      if (kept.contains(value)) {
        code.reference("lanes").keep(array(value));
        code.number(accumulators + kept.indexOf(value) * GROUP).plus("member").set(offset(value));
      }
    }
    var writer = new PassWriter(body, code);
    method.passes().forEach(writer::literals);
    for (var pass : method.passes()) {
      if (pass.ofRows()) {
        writer.row(pass, Objects.requireNonNull(lengths));
      } else {
        writer.rowValues(pass, stores(method, pass));
      }
    }
  }

  /** {@return the row values that a pass stores because code outside its method reads them} */
  private List<Integer> stores(RowMethod method, RowPlan.Pass pass) {
    return pass.stores().stream()
        .filter(value ->
            !kept.contains(value)
                || methods.stream().anyMatch(other -> other != method && other.reads(value)))
        .toList();
  }

  /** A pass over row values, or over points of a body without rows. */
  private void values(CodeBuilder builder, RowPlan.Pass pass) {
    var code = new KernelCode(builder, vectors, PARAMETERS);
    code.returnIfNone("rows");
    Stream.of(pass.reads(), pass.stores())
        .flatMap(List::stream)
        .distinct()
        .forEach(value -> open(code, value));
    var writer = new PassWriter(body, code);
    writer.literals(pass);
    // Arrays of row values have room for a whole last vector.
    writer.vectors(pass, "rows");
  }

  /** Loads the array and the first position of an operand. */
  private void open(KernelCode code, int value) {
    load(code, value).keep(array(value));
    code.reference("places").number(operands.indexOf(value)).builder().iaload();
    code.set(offset(value));
  }

  /** Loads the array of an operand. */
  private KernelCode load(KernelCode code, int value) {
    code.reference("arrays").number(operands.indexOf(value)).builder().aaload();
    code.builder().checkcast(element(value).arrayType());
    return code;
  }

  private void run(CodeBuilder builder) {
    var code = new KernelCode(builder, LaneType.F32, PARAMETERS);
    // The JIT counts the calls of each method.
    code.returnIfNone("rows", () -> runEmpty(code));
    for (int value : operands) {
      open(code, value);
      code.reference("places").number(operands.size() + operands.indexOf(value));
      builder.iaload();
      code.set("step" + value);
      code.reference("places").number(2 * operands.size() + operands.indexOf(value));
      builder.iaload();
      code.set("leap" + value);
    }
    code.reference("places").number(3 * operands.size()).builder().iaload();
    code.set("together");
    // The body advances the counter.
    code.loop(
        CountedLoop.upTo("first", "rows", 0),
        () -> {
          code.get("rows").minus("first").set("left");
          code.least("left", "together").set("members");
          for (int number = 0; number < methods.size(); number++) {
            rows(code, number);
          }
          operands.forEach(value -> code.advance(offset(value), "leap" + value));
          code.advance("first", "together");
        });
    last(code);
  }

  /** Calls each method with nothing to do. */
  private void runEmpty(KernelCode code) {
    for (int number = 0; number < methods.size(); number++) {
      var method = methods.get(number);
      code.reference("lanes").number(0).get("rows");
      for (int value : operands(method)) {
        load(code, value).number(0);
      }
      code.builder().invokestatic(SELF, rowName(number), desc(method));
    }
    last(code);
  }

  /** Calls a method for each row of a group. */
  private void rows(KernelCode code, int number) {
    var method = methods.get(number);
    operands(method).forEach(value -> code.get(offset(value)).set("place" + value));
    code.loop(
        CountedLoop.upTo("member", "members", 1),
        () -> {
          code.reference("lanes").get("member").get("length");
          operands(method).forEach(value -> code.reference(array(value)).get("place" + value));
          code.builder().invokestatic(SELF, rowName(number), desc(method));
          operands(method).forEach(value -> code.advance("place" + value, "step" + value));
        });
  }

  private void last(KernelCode code) {
    for (int number = 0; number < last.size(); number++) {
      code.reference("arrays").reference("places").reference("lanes").get("rows").get("length");
      code.builder().invokestatic(SELF, lastName(number), DESC);
    }
  }
}
