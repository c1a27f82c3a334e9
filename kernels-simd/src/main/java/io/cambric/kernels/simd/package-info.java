/**
 * The fast kernels: f32 operations on the Vector API ({@code jdk.incubator.vector}).
 *
 * <p>The compiler of {@code runtime} lowers each operation to calls of {@link
 * io.cambric.kernel.Kernels}. {@link io.cambric.kernels.simd.SimdKernels} implements this interface
 * with vector code, and inherits the plain loops of {@code PlainKernels} for everything else.
 * {@code KernelRegistry} finds it with {@link java.util.ServiceLoader} and chooses it by its
 * priority. No other class refers to this package, which depends on {@code runtime} up to the
 * package {@code kernel} and on the JDK.
 *
 * <h2>From a product to registers</h2>
 *
 * <p>A dense layer shows the path of data through the package. Its product has 256 rows, 784 values
 * of k and 128 columns:
 *
 * {@snippet :
 * var spec = new MatmulSpec(1, 256, 128, 784, DType.F32);
 * var x = new Operand(Buffer.wrap(inputs), 0, new int[] {0, 784, 1});
 * var w = new Operand(Buffer.wrap(weights), 0, new int[] {0, 128, 1});
 * var y = new Operand(Buffer.wrap(outputs), 0, new int[] {0, 128, 1});
 * KernelRegistry.kernels().matmul(spec, x, w, y);
 * }
 *
 * <p>The layers and their names follow BLIS:
 *
 * <ol>
 *   <li>{@code SimdMatmul} chooses between the product and its transposed form, and divides batches
 *       among threads.
 *   <li>{@code Gemm} is one product C = A * B. Offset tables for rows and for k replace strides, so
 *       convolutions have the same form. {@code Gemm} divides C into blocks, which are parallel
 *       tasks.
 *   <li>{@code GemmMacroKernel} blocks k by KC, rows by MC and columns by NC. {@code OperandA} and
 *       {@code OperandB} pack the blocks into micro-panels, or leave small ones unpacked.
 *   <li>{@code PackedKernels} multiplies a row block of A by a panel of B. Its tiles are named MR x
 *       NR, with NR in vectors: an 8x2 tile holds 8 rows by two vectors in registers. {@code
 *       MicroKernelWriter} writes the code of each tile from a {@code MicroKernelSpec}, and {@code
 *       MachineProfile} selects the tiles for this machine.
 * </ol>
 *
 * <p>A layer adds a bias and a nonlinearity. They run on each block of C while it is in the cache:
 *
 * {@snippet :
 * var body = new LoopBody(
 *     List.of(DType.F32, DType.F32),
 *     List.of(
 *         Instr.of(ScalarOp.ADD, DType.F32, 0, 1),
 *         Instr.constant(DType.F32, 0),
 *         Instr.of(ScalarOp.MAX, DType.F32, 2, 3)),
 *     List.of(4));
 * var bias = new Operand(Buffer.wrap(biases), 0, new int[] {0, 0, 1});
 * var relu = new Epilogue(body, new int[] {1, 256, 128}, List.of(y, bias), List.of(y));
 * kernels.matmul(spec, x, w, y, new FusedCall(null, relu, null));
 * }
 *
 * <p>The two other arguments of the call concern operands. A prologue computes an operand where the
 * macro-kernel reads it, for example the derivative of a nonlinearity. A {@code Prepacked} operand
 * keeps the panels of a matrix that all iterations of a scan share.
 *
 * <h2>Convolutions and attention</h2>
 *
 * <p>{@code SimdConv} lowers a convolution to implicit GEMM: output pixels are rows, and taps and
 * channels are k. {@code ConvPhase} computes the offset tables, and a dilated operand is split into
 * phases without holes. Gradients are convolutions, too. Special algorithms serve shapes for which
 * a GEMM would waste lanes:
 *
 * <ul>
 *   <li>{@code KernelGradient} sums over images, with {@code OuterProductSums}.
 *   <li>{@code PlanarConv} handles few features.
 *   <li>{@code DepthwiseProduct} and {@code SlidingConv} keep channels apart.
 * </ul>
 *
 * <p>{@code SimdAttention} is FlashAttention with an online softmax, and {@code
 * SimdAttentionGradient} its backward pass. Both multiply tiles of scores with {@code ScoreGemm}.
 *
 * <h2>Generated loops</h2>
 *
 * <p>A fused loop arrives as a {@code LoopBody}, a list of scalar instructions. {@code
 * SimdBlockOps} runs it block by block. A body that runs often gets its own code:
 *
 * <ol>
 *   <li>{@code Fusion} partitions the body into runs of instructions with vector code, and caches
 *       the result.
 *   <li>{@code RowWriter} writes one loop over vectors in a hidden class. {@code VectorEmitter}
 *       emits the instructions. {@code FunctionReader} reads functions, such as exp, from the
 *       bytecode of {@code ScalarMath} and its neighbours.
 *   <li>Bodies with row reductions, such as a softmax, become passes over each row. {@code RowPlan}
 *       schedules them, and {@code RowFolds} writes their reductions.
 * </ol>
 *
 * <h2>Warm-up</h2>
 *
 * <p>Vector code that C2 has not compiled boxes every vector, and is slower than a plain loop. Each
 * vector loop therefore has a plain twin with the same bits, and a {@code WarmUp} that runs samples
 * in the background. A caller runs the twin until {@code isHot} returns true. The first calls of a
 * program are thus slower, but no call waits for the JIT.
 *
 * <p>Two rules keep C2 from boxing in compiled code. Loops are called through method handles in
 * instance fields ({@code BlockLoops}), so each loop is compiled separately. All code uses the one
 * vector shape of {@code Species}, which keeps type profiles clean.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Results have the same bits with plain and vector code, and with any number of threads.
 *   <li>Loops without reductions have the bits of {@code PlainKernels}. Reductions and products add
 *       in other orders, and differ in their last bits.
 *   <li>Convolutions have the same bits at any vector width. Estimates that choose between orders
 *       of summation therefore count with fixed numbers of lanes.
 *   <li>Vector code computes whole vectors. Plain twins or masks compute the remaining elements,
 *       and elements outside a result are never written.
 *   <li>Operators with bits that change once compiled are not used. Examples are the lane operator
 *       of exp and reductions of float lanes.
 *   <li>Warm-up samples take both outcomes of every loop-invariant branch. Otherwise C2 hoists a
 *       predicate for the outcome that it saw, and the first different outcome deoptimises the
 *       loop.
 * </ul>
 *
 * <p>The tests {@code ProductBitsTest}, {@code SimdDeterminismTest}, {@code WidthsTest}, {@code
 * FunctionBitsTest}, {@code ForbiddenVectorOperatorsTest} and {@code KernelSpeedTest} check these
 * rules. The page {@code docs/adr/0008-generate-loops-for-blocks.md} explains the generated loops,
 * and {@code docs/guides/testing.md} the runs at other vector widths.
 */
@NullMarked
package io.cambric.kernels.simd;

import org.jspecify.annotations.NullMarked;
