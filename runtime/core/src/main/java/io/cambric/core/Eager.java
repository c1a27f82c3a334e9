package io.cambric.core;

import io.cambric.array.Buffer;
import io.cambric.errors.HeapExhaustedException;
import io.cambric.kernel.FusedCall;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import java.util.ArrayList;
import java.util.List;

/** Runs the lowering of one operation on concrete arrays. */
public final class Eager {

  private Eager() {}

  /**
   * {@return the results of an operation}
   *
   * @throws HeapExhaustedException if the heap has no room for the results or for temporary arrays
   */
  public static List<Array> run(Primitive primitive, List<NdArray> operands) {
    var avals = ShapedArray.ofAll(operands);
    var results = primitive.abstractEval(avals);
    try {
      return run(primitive, operands, avals, results);
    } catch (OutOfMemoryError e) {
      throw HeapRoom.exhausted(
          primitive.name(),
          HeapRoom.bytes(results),
          " for its result " + HeapRoom.text(results),
          e);
    }
  }

  private static List<Array> run(
      Primitive primitive,
      List<NdArray> operands,
      List<ShapedArray> avals,
      List<ShapedArray> results) {
    return switch (primitive.lower(avals)) {
      case Lowering.Elementwise(var body) -> loop(body, operands, results);
      case Lowering.View(var rules) -> {
        var views = new ArrayList<Array>(rules.size());
        for (int i = 0; i < rules.size(); i++) {
          views.add(view(rules.get(i), operands.getFirst(), results.get(i)));
        }
        yield views;
      }
      case Lowering.Concatenate(var places) ->
          List.of(concatenate(places, operands, results.getFirst()));
      case Lowering.Reduction(var op, var axes) -> {
        var operand = operands.getFirst();
        var result = results.getFirst();
        var order = axes.complement(operand.rank()).concat(axes);
        var out = allocate(result);
        kernels()
            .reduce(
                op,
                LoopBody.copy(operand.dtype()),
                operand.shape().select(order).toArray(),
                result.rank(),
                List.of(permuted(operand, order)),
                out.operand());
        yield List.of(out);
      }
      case Lowering.Kernel(var rule) -> {
        var out = results.stream().map(Eager::allocate).toList();
        rule.run(
            kernels(),
            operands.stream().map(NdArray::operand).toList(),
            out.stream().map(NdArray::operand).toList(),
            FusedCall.NONE);
        yield List.copyOf(out);
      }
      case Lowering.Barrier _ -> List.copyOf(operands);
      case Lowering.Call(var jaxpr) ->
          List.copyOf(compiler().run(jaxpr, RunArguments.of(operands)));
      case Lowering.Scan scan -> List.copyOf(Loops.scan(scan, operands, compiler()));
      case Lowering.While loop -> List.copyOf(Loops.whileLoop(loop, operands, compiler()));
      case Lowering.Switch choice -> List.copyOf(Loops.switchCase(choice, operands, compiler()));
    };
  }

  private static ProgramCompiler compiler() {
    return ProgramCompiler.get();
  }

  private static Kernels kernels() {
    return KernelRegistry.kernels();
  }

  private static NdArray allocate(ShapedArray aval) {
    return NdArray.of(aval, Buffer.uninitialized(aval.dtype(), aval.shape().size()));
  }

  private static Operand permuted(NdArray operand, io.cambric.array.Axes order) {
    int[] strides = operand.shape().strides();
    int[] permuted = new int[strides.length];
    for (int i = 0; i < permuted.length; i++) {
      permuted[i] = strides[order.get(i)];
    }
    return new Operand(operand.buffer(), operand.offset(), permuted);
  }

  private static List<Array> loop(
      LoopBody body, List<NdArray> operands, List<ShapedArray> results) {
    var shape = results.getFirst().shape();
    var inputs = new ArrayList<Operand>(operands.size());
    for (var operand : operands) {
      inputs.add(
          operand.rank() == shape.rank()
              ? operand.operand()
              : new Operand(operand.buffer(), operand.offset(), new int[shape.rank()]));
    }
    var out = results.stream().map(Eager::allocate).toList();
    kernels().loop(body, shape.toArray(), inputs, out.stream().map(NdArray::operand).toList());
    return List.copyOf(out);
  }

  private static NdArray concatenate(
      List<Lowering.ViewRule> places, List<NdArray> operands, ShapedArray result) {
    var out = allocate(result);
    for (int i = 0; i < operands.size(); i++) {
      var operand = operands.get(i);
      var layout = places.get(i).apply(Lowering.Layout.dense(result.shape(), 0));
      if (layout == null) {
        throw new IllegalStateException("a part of a dense array must have a layout");
      }
      kernels()
          .loop(
              LoopBody.copy(result.dtype()),
              operand.shape().toArray(),
              List.of(operand.operand()),
              List.of(new Operand(out.buffer(), layout.offset(), layout.strides())));
    }
    return out;
  }

  private static NdArray view(Lowering.ViewRule rule, NdArray operand, ShapedArray result) {
    var layout = rule.apply(Lowering.Layout.dense(operand.shape(), operand.offset()));
    if (layout == null) {
      throw new IllegalStateException("a view of a dense array must have a layout");
    }
    if (layout.isDense()) {
      return NdArray.of(result, operand.buffer().as(result.dtype()), layout.offset());
    }
    var out = allocate(result);
    kernels()
        .loop(
            LoopBody.copy(result.dtype()),
            result.shape().toArray(),
            List.of(
                new Operand(
                    operand.buffer().as(result.dtype()), layout.offset(), layout.strides())),
            List.of(out.operand()));
    return out;
  }
}
