package io.cambric.kernels.simd.codegen;

import static io.cambric.kernels.simd.codegen.VectorCode.SHUFFLE;

import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.List;
import jdk.incubator.vector.VectorShuffle;

/**
 * Writes {@code run(T[] source, int from, int step, T[] target, int to, int apart, int rows, int
 * columns)}. It copies rows of at least a vector, whose first element is the last one in the
 * source. The last vector of a row begins earlier if elements remain.
 */
public final class ReversalWriter {

  private static final List<String> PARAMETERS =
      List.of("source", "from", "step", "target", "to", "apart", "rows", "columns");

  private final LaneType lanes;
  private final KernelCode code;

  private ReversalWriter(LaneType lanes, CodeBuilder builder) {
    this.lanes = lanes;
    code = new KernelCode(builder, lanes, PARAMETERS);
  }

  /** {@return the reversal of rows of arrays of these elements} */
  public static BlockLoops loop(LaneType lanes) {
    var array = lanes.array();
    int columns = WarmUp.LOOPS * lanes.lanes();
    Object rows = Array.newInstance(array.componentType(), columns);
    var type =
        MethodType.methodType(
            void.class,
            array,
            int.class,
            int.class,
            array,
            int.class,
            int.class,
            int.class,
            int.class);
    var species =
        switch (lanes) {
          case F32 -> Species.F32;
          case I32 -> Species.I32;
          case F64 -> Species.F64;
          case I64 -> Species.I64;
          case I16 -> Species.I16;
        };
    var order = VectorShuffle.fromOp(species, i -> lanes.lanes() - 1 - i);
    return BlockLoops.of(
        "reversal of " + lanes,
        () ->
            HiddenClass.write(
                "Reversal",
                type,
                List.of(order),
                builder -> new ReversalWriter(lanes, builder).write()),
        new Object[] {rows, columns - 1, 0, rows, 0, 0, 1, columns},
        WarmUp.WORTH,
        true);
  }

  private void write() {
    var builder = code.builder();
    VectorCode.returnIfNone(builder, builder.parameterSlot(PARAMETERS.indexOf("rows")));
    code.get("from").plus(1 - lanes.lanes()).set("from");
    code.get("columns").plus(-lanes.lanes()).set("last");
    code.loop(CountedLoop.upTo("row", "rows", 1), this::row);
    builder.return_();
  }

  private void row() {
    code.loop(CountedLoop.upTo("i", "last", lanes.lanes()), () -> vector("i"));
    vector("last");
    code.advance("from", "step");
    code.advance("to", "apart");
  }

  private void vector(String column) {
    var type = lanes.vector();
    code.vector("source", () -> code.get("from").minus(column))
        .builder()
        .loadConstant(HiddenClass.constant(0, SHUFFLE))
        .invokevirtual(type, "rearrange", MethodTypeDesc.of(type, SHUFFLE));
    code.store("target", () -> code.get("to").plus(column));
  }
}
