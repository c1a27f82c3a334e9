package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.control.CustomJvpCall;
import io.cambric.control.JitCall;
import io.cambric.control.Scan;
import io.cambric.control.Switch;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.NdArray;
import io.cambric.core.Primitive;
import io.cambric.core.Primitive.Jvp;
import io.cambric.core.Primitive.LinearOperand;
import io.cambric.core.Primitive.Linearized;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.kernel.ScalarOp;
import io.cambric.lax.Lax;
import io.cambric.programs.Fault;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The faults to plant: mistakes that were made in such libraries, each in one rule. */
public final class Faults {

  private Faults() {}

  /** {@return the faults} */
  public static List<Fault> all() {
    var all = new ArrayList<Fault>();
    all.addAll(tangents());
    all.addAll(transposes());
    all.addAll(batches());
    all.addAll(programs());
    all.addAll(compiled());
    return all;
  }

  /** A fault in the operations of one class. */
  private static class In extends Fault {

    private final Predicate<Primitive> where;

    In(String description, Predicate<Primitive> where) {
      super(description);
      this.where = where;
    }

    @Override
    protected boolean isIn(Primitive operation) {
      return where.test(operation);
    }
  }

  private static Array scaled(Array x, double factor) {
    return Lax.mul(x, NdArray.scalar(x.dtype(), factor));
  }

  private static List<Fault> tangents() {
    return List.of(
        new In("jvp of cos has the sign of that of sin", Cos.class::isInstance) {
          @Override
          protected Jvp jvp(Primitive cos, List<Array> primals, List<@Nullable Array> tangents) {
            var right = cos.jvp(primals, tangents);
            var tangent = right.tangents().getFirst();
            return Jvp.of(right.primals().getFirst(), tangent == null ? null : Lax.neg(tangent));
          }
        },
        new In("jvp of mul forgets a factor where both have a tangent", Mul.class::isInstance) {
          @Override
          protected Jvp jvp(Primitive mul, List<Array> primals, List<@Nullable Array> tangents) {
            return mul.jvp(
                primals,
                Arrays.asList(tangents.get(0), tangents.get(0) == null ? tangents.get(1) : null));
          }
        },
        new In(
            "jvp of max gives both operands all of the tangent at a tie", Max.class::isInstance) {
          @Override
          protected Jvp jvp(Primitive max, List<Array> primals, List<@Nullable Array> tangents) {
            var right = max.jvp(primals, tangents);
            boolean tie = primals.get(0) == primals.get(1);
            var tangent = right.tangents().getFirst();
            return tie && tangent != null
                ? Jvp.of(right.primals().getFirst(), scaled(tangent, 2))
                : right;
          }
        },
        new In("jvp of dot_general forgets the right operand", DotGeneral.class::isInstance) {
          @Override
          protected Jvp jvp(Primitive dot, List<Array> primals, List<@Nullable Array> tangents) {
            return dot.jvp(
                primals,
                Arrays.asList(tangents.get(0), tangents.get(0) == null ? tangents.get(1) : null));
          }
        },
        new In("jvp of tanh squares the operand, not the result", Tanh.class::isInstance) {
          @Override
          protected Jvp jvp(Primitive tanh, List<Array> primals, List<@Nullable Array> tangents) {
            var x = primals.getFirst();
            var tangent = tangents.getFirst();
            var slope = Lax.sub(NdArray.scalar(x.dtype(), 1), Lax.mul(x, x));
            return Jvp.of(Trace.bind(tanh, x), tangent == null ? null : Lax.mul(tangent, slope));
          }
        });
  }

  private static List<Fault> transposes() {
    return List.of(
        new In(
            "transpose of transpose does not invert the permutation", Transpose.class::isInstance) {
          @Override
          protected List<@Nullable Array> transpose(
              Primitive operation, List<@Nullable Array> cotangents, List<LinearOperand> operands) {
            var cotangent = cotangents.getFirst();
            return Collections.singletonList(
                cotangent == null ? null : Trace.bind(operation, cotangent));
          }
        },
        new In("transpose of add drops a cotangent of a value used twice", Add.class::isInstance) {
          @Override
          protected List<@Nullable Array> transpose(
              Primitive add, List<@Nullable Array> cotangents, List<LinearOperand> operands) {
            var right = add.transpose(cotangents, operands);
            return Arrays.asList(right.get(0), right.get(0) == null ? right.get(1) : null);
          }
        },
        new In(
            "transpose of broadcast_in_dim takes the largest, not the sum",
            BroadcastInDim.class::isInstance) {
          @Override
          protected List<@Nullable Array> transpose(
              Primitive operation, List<@Nullable Array> cotangents, List<LinearOperand> operands) {
            var cotangent = cotangents.getFirst();
            var broadcast = (BroadcastInDim) operation;
            boolean plain =
                cotangent != null
                    && operands
                        .getFirst()
                        .aval()
                        .shape()
                        .equals(broadcast.shape().select(broadcast.broadcastDimensions()));
            return plain && cotangent.size() > 0
                ? List.of(
                    Lax.reduceMax(
                        cotangent, broadcast.broadcastDimensions().complement(cotangent.rank())))
                : operation.transpose(cotangents, operands);
          }
        },
        new In(
            "transpose of gather keeps one of the cotangents of an element",
            Gather.class::isInstance) {
          @Override
          protected List<@Nullable Array> transpose(
              Primitive operation, List<@Nullable Array> cotangents, List<LinearOperand> operands) {
            var gather = (Gather) operation;
            var cotangent = cotangents.getFirst();
            if (cotangent == null
                || !(operands.get(1) instanceof LinearOperand.Known(var indices))) {
              return operation.transpose(cotangents, operands);
            }
            var zeros = Lax.zeros(operands.getFirst().aval().strong());
            return Arrays.asList(
                Lax.scatter(zeros, indices, cotangent, gather.dims().toScatter(), gather.mode()),
                null);
          }
        },
        new In(
            "transpose of select_n gives each operand the cotangent of the other",
            SelectN.class::isInstance) {
          @Override
          protected List<@Nullable Array> transpose(
              Primitive select, List<@Nullable Array> cotangents, List<LinearOperand> operands) {
            var right = select.transpose(cotangents, operands);
            var first = right.get(1);
            var second = right.get(2);
            boolean swap = first != null && second != null && first.shape().equals(second.shape());
            return swap ? Arrays.asList(right.get(0), second, first) : right;
          }
        },
        new In("transpose of pad has no cotangent for the padding", Pad.class::isInstance) {
          @Override
          protected List<@Nullable Array> transpose(
              Primitive pad, List<@Nullable Array> cotangents, List<LinearOperand> operands) {
            return Arrays.asList(pad.transpose(cotangents, operands).get(0), null);
          }
        });
  }

  private static List<Fault> batches() {
    return List.of(
        new In(
            "batching of cumsum and its kin does not move the axis", Cumulative.class::isInstance) {
          @Override
          protected Batched batch(
              Primitive operation, MappedAxis axis, List<Array> operands, List<Integer> axes) {
            return Batched.of(Trace.bind(operation, operands.getFirst()), axes.getFirst());
          }
        },
        new In("batching of rev does not move the axes", Rev.class::isInstance) {
          @Override
          protected Batched batch(
              Primitive operation, MappedAxis axis, List<Array> operands, List<Integer> axes) {
            return Batched.of(Trace.bind(operation, operands.getFirst()), axes.getFirst());
          }
        },
        new In(
            "batching of dynamic_slice takes the place of the first lane for all",
            DynamicSlice.class::isInstance) {
          @Override
          protected Batched batch(
              Primitive slice, MappedAxis axis, List<Array> operands, List<Integer> axes) {
            var places = new ArrayList<>(operands);
            var places0 = new ArrayList<>(axes);
            for (int i = 1; i < operands.size(); i++) {
              if (axes.get(i) != Batched.NOT_MAPPED && axes.getFirst() != Batched.NOT_MAPPED) {
                places.set(i, Lax.squeeze(Lax.sliceInDim(operands.get(i), 0, 1, 1, 0), Axes.of(0)));
                places0.set(i, Batched.NOT_MAPPED);
              }
            }
            return slice.batch(axis, places, places0);
          }
        },
        new In(
            "batching of reduce_sum takes the batch axis for the last",
            ReduceSum.class::isInstance) {
          @Override
          protected Batched batch(
              Primitive operation, MappedAxis axis, List<Array> operands, List<Integer> axes) {
            var right = operation.batch(axis, operands, axes);
            int last = right.values().getFirst().rank() - 1;
            boolean square = right.values().getFirst().dim(last) == axis.size();
            return square ? new Batched(right.values(), List.of(last)) : right;
          }
        });
  }

  private static List<Fault> programs() {
    return List.of(
        new In("cond takes the other branch where lanes differ", Switch.class::isInstance) {
          @Override
          protected Batched batch(
              Primitive operation, MappedAxis axis, List<Array> operands, List<Integer> axes) {
            if (axes.getFirst() == Batched.NOT_MAPPED) {
              return operation.batch(axis, operands, axes);
            }
            int last = ((Switch) operation).branches().size() - 1;
            var swapped = new ArrayList<>(operands);
            var none = NdArray.scalar(DType.I32, 0);
            var most = NdArray.scalar(DType.I32, last);
            swapped.set(0, Lax.sub(most, Lax.clamp(none, operands.getFirst(), most)));
            return operation.batch(axis, swapped, axes);
          }
        },
        new In("scan takes the residuals of the first row for all", Scan.class::isInstance) {
          @Override
          protected Linearized linearize(
              Primitive operation, List<Array> primals, List<Boolean> nonzero) {
            var scan = (Scan) operation;
            var first = new ArrayList<>(primals);
            for (int i = scan.constants() + scan.carries(); i < primals.size(); i++) {
              var x = primals.get(i);
              if (x.dim(0) > 0) {
                first.set(
                    i,
                    Lax.broadcastInDim(
                        Lax.sliceInDim(x, 0, 1, 1, 0), x.shape(), Axes.range(0, x.rank())));
              }
            }
            return new Linearized(
                Trace.bind(operation, primals), scan.linearize(first, nonzero).tangents());
          }
        },
        new In("scan loses the tangents that come with its constants", Scan.class::isInstance) {
          @Override
          protected Jvp jvp(
              Primitive operation, List<Array> primals, List<@Nullable Array> tangents) {
            var without = new ArrayList<>(tangents);
            for (int i = 0; i < ((Scan) operation).constants(); i++) {
              without.set(i, null);
            }
            return operation.jvp(primals, without);
          }
        },
        new In(
            "a custom rule is called with the tangents twice as large",
            CustomJvpCall.class::isInstance) {
          @Override
          protected Jvp jvp(
              Primitive operation, List<Array> primals, List<@Nullable Array> tangents) {
            var doubled = new ArrayList<@Nullable Array>();
            tangents.forEach(tangent -> doubled.add(tangent == null ? null : scaled(tangent, 2)));
            return operation.jvp(primals, doubled);
          }
        },
        new In("a scan forgets that it is reversed", Scan.class::isInstance) {
          @Override
          protected Lowering lower(Primitive operation, List<ShapedArray> operands) {
            var scan = (Scan) operation;
            return new Lowering.Scan(
                scan.body(), scan.length(), false, scan.constants(), scan.carries());
          }
        },
        new In(
            "a call binds its first two operands the wrong way round", JitCall.class::isInstance) {
          @Override
          protected Lowering lower(Primitive operation, List<ShapedArray> operands) {
            var jaxpr = ((JitCall) operation).jaxpr();
            if (operands.size() < 2 || !operands.get(0).equals(operands.get(1))) {
              return operation.lower(operands);
            }
            var inputs = new ArrayList<>(jaxpr.inputs());
            Collections.swap(inputs, 0, 1);
            return new Lowering.Call(
                new io.cambric.core.Jaxpr(inputs, jaxpr.eqns(), jaxpr.outputs()));
          }
        });
  }

  private static List<Fault> compiled() {
    return List.of(
        new In("equal operands are enough to merge powers", IntegerPow.class::isInstance) {
          @Override
          protected Object identity(Primitive operation) {
            return operation.name();
          }
        },
        new In("equal operands are enough to merge comparisons", Compare.class::isInstance) {
          @Override
          protected Object identity(Primitive operation) {
            return "compare";
          }
        },
        new In("a slice of a view that is not dense forgets its strides", Slice.class::isInstance) {
          @Override
          protected Lowering lower(Primitive operation, List<ShapedArray> operands) {
            var right = (Lowering.View) operation.lower(operands);
            return new Lowering.View(layout -> {
              var found = right.rules().getFirst().apply(layout);
              return found == null || layout.isDense()
                  ? found
                  : new Lowering.Layout(found.shape(), found.offset(), layout.strides());
            });
          }
        },
        new In(
            "a transpose of a view that is not dense keeps its strides",
            Transpose.class::isInstance) {
          @Override
          protected Lowering lower(Primitive operation, List<ShapedArray> operands) {
            var right = (Lowering.View) operation.lower(operands);
            return new Lowering.View(layout -> {
              var found = right.rules().getFirst().apply(layout);
              return found == null || layout.isDense()
                  ? found
                  : new Lowering.Layout(found.shape(), found.offset(), layout.strides());
            });
          }
        },
        new In("a kernel adds to what an earlier run left", Sort.class::isInstance) {
          @Override
          protected Lowering lower(Primitive operation, List<ShapedArray> operands) {
            var right = operation.lower(operands);
            if (!(right instanceof Lowering.Kernel(var rule))) {
              return right;
            }
            var runs = new int[1];
            return new Lowering.Kernel((kernels, in, out, fused) -> {
              rule.run(kernels, in, out, fused);
              var first = out.getFirst();
              if (runs[0]++ > 0 && first.buffer().length() > first.offset()) {
                double value = first.buffer().getDouble(first.offset());
                first.buffer().setDouble(first.offset(), value + 1);
              }
            });
          }
        },
        new In("batching of ge is that of lt", op -> op.equals(new Compare(ScalarOp.GE))) {
          @Override
          protected Batched batch(
              Primitive operation, MappedAxis axis, List<Array> operands, List<Integer> axes) {
            return new Compare(ScalarOp.LT).batch(axis, operands, axes);
          }
        });
  }
}
