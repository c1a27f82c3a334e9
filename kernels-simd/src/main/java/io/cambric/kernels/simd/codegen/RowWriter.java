package io.cambric.kernels.simd.codegen;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import io.cambric.kernels.simd.jit.Prefetch;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Generates passes over rows as a hidden class. Methods for one row are called by {@code
 * run(Object[] arrays, int[] places, float[] lanes, int rows, int length)} for one row after
 * another. The passes over row values that no points depend on follow, for many rows at once.
 *
 * <p>The arguments are the arrays of the operands, the first position and the row distance of each,
 * and the working memory. The latter holds the accumulators of all reductions, followed by the row
 * values that are kept.
 *
 * <p>A row stays in the L1 cache, and the processor can begin the next row while it stores results
 * of this one. A result is prefetched before it is overwritten, while the row values that it
 * depends on are computed.
 */
final class RowWriter {

  private static final MethodType TYPE =
      MethodType.methodType(
          void.class, Object[].class, int[].class, float[].class, int.class, int.class);

  private static final MethodTypeDesc DESC =
      MethodTypeDesc.of(
          CD_void, CD_Object.arrayType(), CD_int.arrayType(), CD_float.arrayType(), CD_int, CD_int);

  private static final ClassDesc PREFETCH = ClassDesc.of(Prefetch.class.getName());

  private static final MethodTypeDesc SUM_DESC =
      MethodTypeDesc.of(CD_float, CD_float.arrayType(), CD_int, CD_int, CD_float);

  private static final MethodTypeDesc CONSUME_DESC = MethodTypeDesc.of(CD_void, CD_float);

  private static final ClassDesc SELF = HiddenClass.named("Rows");

  /** The most vector operations of row values that are inlined into the next pass over points. */
  private static final int FEW = 20;

  private static final int FLAGS = ClassFile.ACC_STATIC | ClassFile.ACC_FINAL;

  private static final int ARRAYS = 0;
  private static final int PLACES = 1;
  private static final int LANES = 2;
  private static final int ROWS = 3;
  private static final int LENGTH = 4;

  private final LoopBody body;
  private final List<Integer> operands;
  private final List<Integer> kept;
  private final RowLengths lengths;
  private final int accumulators;
  private final List<RowMethod> methods = new ArrayList<>();
  private final List<RowPlan.Pass> last;

  /**
   * A method for one row: a pass over points, a pass over row values, or both in this order of
   * dependence.
   */
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

  private RowWriter(
      LoopBody body,
      List<RowPlan.Pass> passes,
      List<Integer> operands,
      List<Integer> kept,
      RowLengths lengths,
      int accumulators) {
    this.body = body;
    this.operands = operands;
    this.kept = kept;
    this.lengths = lengths;
    this.accumulators = accumulators;
    int rows = passes.size() - RowPlan.last(passes).size();
    last = passes.subList(rows, passes.size());
    for (int k = 0; k < rows; k++) {
      var pass = passes.get(k);
      boolean withNext = !pass.ofRows() && pass.cost() <= FEW && passes.get(k + 1).ofRows();
      methods.add(new RowMethod(withNext ? List.of(pass, passes.get(++k)) : List.of(pass)));
    }
  }

  /**
   * {@return the method that runs all passes over all rows}
   *
   * @param operands values of arrays and positions: all values that passes load or store, except
   *     the kept ones
   * @param kept row values that are stored after the accumulators
   * @param lengths row lengths that the code must handle
   * @param accumulators of all reductions of a pass
   */
  static MethodHandle write(
      LoopBody body,
      List<RowPlan.Pass> passes,
      List<Integer> operands,
      List<Integer> kept,
      RowLengths lengths,
      int accumulators) {
    var writer = new RowWriter(body, passes, operands, kept, lengths, accumulators);
    return HiddenClass.define(ClassFile.of().build(SELF, writer::methods), "run", TYPE);
  }

  private void methods(ClassBuilder type) {
    for (int number = 0; number < methods.size(); number++) {
      var method = methods.get(number);
      type.withMethodBody(rowName(number), desc(method), FLAGS, code -> method(code, method));
    }
    for (int number = 0; number < last.size(); number++) {
      var pass = last.get(number);
      type.withMethodBody(lastName(number), DESC, FLAGS, code -> rowValues(code, pass));
    }
    type.withMethodBody("run", DESC, FLAGS, this::run);
  }

  private static String rowName(int number) {
    return "row" + number;
  }

  private static String lastName(int number) {
    return "last" + number;
  }

  /**
   * Parameters: the accumulators, the length of the row, and for each operand its array and its
   * position.
   */
  private MethodTypeDesc desc(RowMethod method) {
    var operands =
        operands(method).stream()
            .flatMap(value -> {
              var element = body.dtype(value) == DType.F32 ? CD_float : CD_int;
              return Stream.of(element.arrayType(), CD_int);
            });
    return MethodTypeDesc.of(
        CD_void, Stream.concat(Stream.of(CD_float.arrayType(), CD_int), operands).toList());
  }

  private List<Integer> operands(RowMethod method) {
    return method.values().stream().filter(value -> !kept.contains(value)).toList();
  }

  private void method(CodeBuilder code, RowMethod method) {
    int lanes = code.parameterSlot(0);
    int length = code.parameterSlot(1);
    var places = new RowOperands(body, code, operands);
    int parameter = 2;
    for (int value : operands(method)) {
      places.declare(value, code.parameterSlot(parameter), code.parameterSlot(parameter + 1));
      parameter += 2;
    }
    for (int value : method.values()) {
      if (kept.contains(value)) {
        int place = code.allocateLocal(TypeKind.INT);
        code.loadConstant(accumulators + kept.indexOf(value)).istore(place);
        places.declare(value, lanes, place);
      }
    }
    var writer = new RowPass(body, code, places);
    method.passes().forEach(writer::literals);
    for (var pass : method.passes()) {
      if (pass.ofRows()) {
        writer.points(pass, writer.loops(pass, lanes, lengths), length);
      } else {
        writer.values(pass, stores(method, pass));
      }
    }
    code.return_();
  }

  /** {@return row values that a pass stores, because code outside its method reads them} */
  private List<Integer> stores(RowMethod method, RowPlan.Pass pass) {
    return pass.stores().stream()
        .filter(value ->
            !kept.contains(value)
                || methods.stream().anyMatch(other -> other != method && other.reads(value)))
        .toList();
  }

  private void rowValues(CodeBuilder code, RowPlan.Pass pass) {
    var places = new RowOperands(body, code, operands);
    pass.reads().forEach(value -> places.open(value, ARRAYS, PLACES));
    pass.stores().forEach(value -> places.open(value, ARRAYS, PLACES));
    var method = new RowPass(body, code, places);
    method.literals(pass);
    method.loops(pass, LANES, lengths).writeRowValues(ROWS);
    code.return_();
  }

  private void run(CodeBuilder code) {
    VectorCode.returnIfNone(code, ROWS);
    var places = new RowOperands(body, code, operands);
    operands.forEach(value -> places.open(value, ARRAYS, PLACES));
    int ahead = readAhead();
    int loaded = code.allocateLocal(TypeKind.FLOAT);
    code.loadConstant(0f).fstore(loaded);
    VectorCode.loop(
        code,
        code.allocateLocal(TypeKind.INT),
        () -> code.loadConstant(0),
        () -> code.iload(ROWS),
        1,
        () -> {
          for (int number = 0; number < methods.size(); number++) {
            var method = methods.get(number);
            if (number == ahead) {
              int value = overwrites(number).getFirst();
              code.aload(places.array(value)).iload(places.offset(value)).iload(LENGTH);
              code.fload(loaded).invokestatic(PREFETCH, "sum", SUM_DESC).fstore(loaded);
            }
            code.aload(LANES).iload(LENGTH);
            operands(method).forEach(v -> code.aload(places.array(v)).iload(places.offset(v)));
            code.invokestatic(SELF, rowName(number), desc(method));
          }
          places.advance();
        });
    for (int number = 0; number < last.size(); number++) {
      code.aload(ARRAYS).aload(PLACES).aload(LANES).iload(ROWS).iload(LENGTH);
      code.invokestatic(SELF, lastName(number), DESC);
    }
    if (ahead > 0) {
      code.fload(loaded).invokestatic(PREFETCH, "consume", CONSUME_DESC);
    }
    code.return_();
  }

  /**
   * {@return the method whose result is prefetched before it is overwritten, or -1}
   *
   * <p>Stores fetch the cache lines that they overwrite one after another, and wait for the row
   * values as well. Loads fetch the lines earlier. This helps where a row has one result;
   * prefetching two results at once is slower.
   */
  private int readAhead() {
    int[] candidates =
        IntStream.range(1, methods.size())
            .flatMap(method -> overwrites(method).stream().mapToInt(value -> method))
            .toArray();
    return candidates.length == 1 ? candidates[0] : -1;
  }

  /** {@return results of points that no earlier method loads or stores} */
  private List<Integer> overwrites(int number) {
    var before = methods.subList(0, number);
    return methods.get(number).passes().stream()
        .filter(RowPlan.Pass::ofRows)
        .flatMap(pass -> pass.stores().stream())
        .filter(value -> body.dtype(value) == DType.F32 && body.results().contains(value))
        .filter(value -> before.stream().noneMatch(method -> method.values().contains(value)))
        .toList();
  }
}
