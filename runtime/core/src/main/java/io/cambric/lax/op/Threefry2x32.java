package io.cambric.lax.op;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.Primitive;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.DTypeException;
import io.cambric.kernel.Operand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts pairs of words with threefry2x32 in 20 rounds. Operands: two key words and two counter
 * words, u32, of one shape or scalars. Results: two words. Flat.
 *
 * @see <a href="https://www.thesalmons.org/john/random123/papers/random123sc11.pdf">Salmon et al.,
 *     Parallel random numbers: as easy as 1, 2, 3</a>
 */
record Threefry2x32() implements Primitive {

  @Override
  public String name() {
    return "threefry2x32";
  }

  @Override
  public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    for (var operand : operands) {
      if (operand.dtype() != DType.U32) {
        throw new DTypeException(
            "threefry2x32 needs four operands of u32, but got %s. Convert them with astype."
                .formatted(operands));
      }
    }
    var word = new ShapedArray(ElementwiseOp.commonShape(name(), operands), DType.U32);
    return List.of(word, word);
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var shape = ElementwiseOp.commonShape(name(), operands);
    return new Lowering.Kernel((kernels, in, out, _) -> {
      var words = new ArrayList<Operand>(in.size());
      for (int i = 0; i < in.size(); i++) {
        words.add(DenseOperands.flat(kernels, operands.get(i), shape, in.get(i)));
      }
      var results =
          out.stream()
              .map(word -> new Operand(word.buffer(), word.offset(), new int[] {1}))
              .toList();
      kernels.threefry(shape.size(), words, results);
    });
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    return new Jvp(Trace.bind(this, primals), Arrays.asList(null, null));
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    int common = Batching.commonAxis(operands, axes);
    return common != Batched.NOT_MAPPED
        ? new Batched(Trace.bind(this, operands), List.of(common, common))
        : new Batched(
            Trace.bind(this, Batching.alignElementwise(axis, operands, axes)), List.of(0, 0));
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedRules.elementwise(this, call, Double.NaN);
  }
}
