package io.cambric.core;

import io.cambric.kernel.Kernels;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The traits of a kernel, for the compiler. Each is a permission, which the compiler uses where it
 * pays.
 *
 * <p>A kernel names the traits that it has:
 *
 * {@snippet :
 * KernelTraits.NONE.withPrepacked(0, 1).withEpilogue();
 * }
 *
 * @param inPlace the rule for operands that are read in place. The compiler copies any other
 *     operand to memory of the program, as the kernel would to memory of its own.
 * @param updates the operand whose values update elements of the first operand; empty if the kernel
 *     is no such update. If the first operand and the result share memory, the kernel changes
 *     elements in place; else it changes a copy.
 * @param prepacked the operands that the kernel can prepack, for all calls in which they stay the
 *     same
 * @param epilogue whether an epilogue can run on each part of the one result while the part is in
 *     cache
 * @param computed the rule for operands that a prologue can compute where the kernel reads them
 */
public record KernelTraits(
    InPlace inPlace,
    OptionalInt updates,
    Set<Integer> prepacked,
    boolean epilogue,
    Computed computed) {

  /** The kernel reads each operand in place, and nothing else is allowed. */
  public static final KernelTraits NONE =
      new KernelTraits((_, _) -> true, OptionalInt.empty(), Set.of(), false, (_, _, _) -> false);

  /** Copies the set. */
  public KernelTraits {
    prepacked = Set.copyOf(prepacked);
  }

  /** A rule for operands that are read in place. */
  @FunctionalInterface
  public interface InPlace {
    /** {@return whether an operand with these strides is read in place} */
    boolean reads(int operand, int[] strides);
  }

  /** A rule for operands that a prologue can compute. */
  @FunctionalInterface
  public interface Computed {
    /**
     * {@return whether a prologue can compute an operand where the kernel reads it}
     *
     * @param strides of each operand
     */
    boolean takes(Kernels kernels, int operand, List<int[]> strides);
  }

  /** {@return these traits with another rule for operands that are read in place} */
  public KernelTraits withInPlace(InPlace inPlace) {
    return new KernelTraits(inPlace, updates, prepacked, epilogue, computed);
  }

  /** {@return these traits for a kernel that updates elements of its first operand} */
  public KernelTraits withUpdates(int operand) {
    return new KernelTraits(inPlace, OptionalInt.of(operand), prepacked, epilogue, computed);
  }

  /** {@return these traits for a kernel that can prepack these operands} */
  public KernelTraits withPrepacked(Integer... operands) {
    return new KernelTraits(inPlace, updates, Set.of(operands), epilogue, computed);
  }

  /** {@return these traits for a kernel that can run an epilogue} */
  public KernelTraits withEpilogue() {
    return new KernelTraits(inPlace, updates, prepacked, true, computed);
  }

  /** {@return these traits with another rule for operands that a prologue computes} */
  public KernelTraits withComputed(Computed computed) {
    return new KernelTraits(inPlace, updates, prepacked, epilogue, computed);
  }
}
