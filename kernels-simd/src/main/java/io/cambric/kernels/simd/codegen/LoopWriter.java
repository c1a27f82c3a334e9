package io.cambric.kernels.simd.codegen;

import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;

import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import io.cambric.kernels.simd.jit.Species;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Generates one vector loop for a run of instructions of a {@link LoopBody}, in a hidden class.
 *
 * <p>The loop is {@code run(Object[] arrays, int[] offsets, int n)}. The arrays and offsets are
 * those of the values that it reads, followed by those of the values that it writes. {@code n} is a
 * multiple of the lanes.
 */
final class LoopWriter {

  private static final MethodType TYPE =
      MethodType.methodType(void.class, Object[].class, int[].class, int.class);

  private static final int ARRAYS = 0;
  private static final int OFFSETS = 1;
  private static final int LENGTH = 2;

  private final LoopBody body;
  private final int from;
  private final int to;
  private final List<Integer> reads;
  private final List<Integer> writes;

  private LoopWriter(LoopBody body, int from, int to, List<Integer> reads, List<Integer> writes) {
    this.body = body;
    this.from = from;
    this.to = to;
    this.reads = reads;
    this.writes = writes;
  }

  /**
   * {@return the loop that computes the values numbered {@code from} to {@code to - 1}}
   *
   * @param reads earlier values that are operands of these, without literals
   * @param writes those of the values that are stored
   */
  static MethodHandle write(
      LoopBody body, int from, int to, List<Integer> reads, List<Integer> writes) {
    var writer = new LoopWriter(body, from, to, reads, writes);
    return HiddenClass.write("FusedLoop", TYPE, writer::loop);
  }

  private void loop(CodeBuilder code) {
    VectorCode.returnIfNone(code, LENGTH);
    int[] arrays = new int[reads.size() + writes.size()];
    int[] offsets = new int[arrays.length];
    for (int k = 0; k < arrays.length; k++) {
      arrays[k] = code.allocateLocal(TypeKind.REFERENCE);
      offsets[k] = code.allocateLocal(TypeKind.INT);
      var element = body.dtype(operand(k)) == DType.F32 ? CD_float : CD_int;
      code.aload(ARRAYS).loadConstant(k).aaload().checkcast(element.arrayType());
      code.astore(arrays[k]);
      code.aload(OFFSETS).loadConstant(k).iaload().istore(offsets[k]);
    }
    int i = code.allocateLocal(TypeKind.INT);
    int at = code.allocateLocal(TypeKind.INT);
    code.loadConstant(0).istore(i);
    var test = code.newLabel();
    var start = code.newBoundLabel();
    code.iload(i).iload(LENGTH).if_icmpge(test);
    var emitter = new VectorEmitter(code, body);
    for (int k = 0; k < reads.size(); k++) {
      code.iload(offsets[k]).iload(i).iadd().istore(at);
      emitter.load(reads.get(k), arrays[k], at);
    }
    var values = IntStream.range(from, to).boxed().toList();
    emitter.literals(values.stream());
    values.forEach(emitter::emit);
    for (int k = reads.size(); k < arrays.length; k++) {
      code.iload(offsets[k]).iload(i).iadd().istore(at);
      emitter.store(writes.get(k - reads.size()), arrays[k], at);
    }
    code.iinc(i, Species.LANES).goto_(start);
    code.labelBinding(test);
    code.return_();
  }

  private int operand(int k) {
    return k < reads.size() ? reads.get(k) : writes.get(k - reads.size());
  }
}
