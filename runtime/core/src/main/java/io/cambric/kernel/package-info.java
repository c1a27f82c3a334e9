/**
 * The interface between programs and the machine: loop bodies, strided operands, and sets of
 * kernels.
 *
 * <p>A compiled program is a list of kernel calls over flat buffers. This package defines these
 * calls ({@link io.cambric.kernel.Kernels}) and their arguments. {@code kernel.plain} implements
 * them in plain Java ({@code PlainKernels}). A provider such as {@code cambric-kernels-simd} has a
 * faster implementation. {@code KernelRegistry} chooses at the first call. The package knows no
 * arrays of the user, traces or jaxprs; it uses {@code array} only.
 *
 * <h2>Operands</h2>
 *
 * <p>An {@link io.cambric.kernel.Operand} is a buffer with an offset and a stride per dimension.
 * Transposition, slicing, reversal and broadcasting are therefore layouts and need no copy. The
 * strides below read a row of three numbers as a matrix of two equal rows, and the result is dense:
 *
 * {@snippet :
 * var kernels = KernelRegistry.kernels(); // io.cambric.core
 * var row = new Operand(buffer, 0, new int[] {0, 1}); // broadcast along the first dim
 * var out = Operand.dense(Buffer.allocate(DType.F32, 6), Shape.of(2, 3));
 * }
 *
 * <h2>Loops</h2>
 *
 * <p>A {@link io.cambric.kernel.LoopBody} is a straight-line scalar program that runs at each point
 * of an iteration space. Values are numbered: first the inputs, then one per {@link
 * io.cambric.kernel.Instr}. A body for {@code tanh(x * y)}:
 *
 * {@snippet :
 * var body =
 *     new LoopBody(
 *         List.of(DType.F32, DType.F32),
 *         List.of(
 *             Instr.of(ScalarOp.MUL, DType.F32, 0, 1), // value 2
 *             Instr.of(ScalarOp.TANH, DType.F32, 2)), // value 3
 *         List.of(3));
 * kernels.loop(body, new int[] {2, 3}, List.of(row, row), List.of(out));
 * }
 *
 * <p>The loop computes all six elements of {@code out}. The plain kernels evaluate it block by
 * block. An {@code IterationSpace} merges dimensions and splits the points into blocks. A {@code
 * BlockRunner} runs each instruction over a whole block, and {@code Parallel} distributes the
 * blocks over threads. A provider may compile a body that runs often; the compiled code must give
 * the same bits.
 *
 * <p>A body may also reduce rows. {@link io.cambric.kernel.ScalarOp#ROW_SUM} has one value per row,
 * and {@link io.cambric.kernel.ScalarOp#ROW_SPREAD} broadcasts it over the row again. They make one
 * loop of a softmax.
 *
 * <h2>Other kernels</h2>
 *
 * <p>{@link io.cambric.kernel.Kernels} also has reductions, matrix products, convolutions, windows,
 * attention and random bits. A spec in canonical order describes each of them, such as {@link
 * io.cambric.kernel.MatmulSpec}; the strides of the operands express every other layout.
 *
 * <p>A product or a convolution may run pointwise loops as part of its call, given by a {@link
 * io.cambric.kernel.FusedCall}:
 *
 * <ul>
 *   <li>A {@link io.cambric.kernel.Prologue} computes an operand panel by panel, where it is
 *       packed.
 *   <li>An {@link io.cambric.kernel.Epilogue} runs on each tile of the result, while the tile is in
 *       the cache. If the body above also adds a bias, a dense layer is one kernel call.
 *   <li>A {@link io.cambric.kernel.Prepacked} operand is packed once and reused by all iterations
 *       of a loop.
 * </ul>
 *
 * <p>By default, a set of kernels computes the whole operand first, and runs the epilogue on the
 * whole result.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Results depend on shapes and values only. Their bits do not depend on the number of
 *       threads, or on whether code is compiled already.
 *   <li>An output may be one of the inputs, with the same offset and strides. Operands do not
 *       overlap in any other way.
 *   <li>A body is an immutable value. Equal bodies share compiled code.
 *   <li>Kernels keep no operand alive after the call.
 *   <li>Every kernel of a provider is tested against {@code PlainKernels}, which computes in double
 *       precision and rounds once.
 * </ul>
 *
 * <h2>Users</h2>
 *
 * <p>{@code core.Lowering} and the operations of {@code lax} describe their kernels by types of
 * this package. {@code compile} calls the kernels. A provider implements {@link
 * io.cambric.kernel.Kernels}, and {@link java.util.ServiceLoader} finds it. Users meet the package
 * only if they write a primitive with a kernel of its own.
 */
@NullMarked
package io.cambric.kernel;

import org.jspecify.annotations.NullMarked;
