package io.cambric.kernel;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The code of a provider that one {@link BlockRunner} uses for its body, and which values need a
 * place in the block beside it. Used by one thread.
 */
final class CompiledSegments {

  private final LoopProgram program;

  /** For each value the code that computes it, if one does. */
  private final @Nullable BlockCode[] codes;

  private final BlockCode.@Nullable Runner[] runners;
  private final boolean[] needed;
  private final List<BlockCode> offered;
  private final boolean oneByRows;
  private boolean byRows;

  /** Whether all code that was offered is used: there is nothing to wait for. */
  private boolean complete = true;

  /** Takes the code that is ready. */
  CompiledSegments(LoopProgram program, List<BlockCode> offered, int rowLength) {
    this.program = program;
    this.offered = offered;
    codes = new BlockCode[program.values];
    runners = new BlockCode.Runner[program.values];
    needed = new boolean[program.values];
    Arrays.fill(needed, true);
    boolean[] readOutside = new boolean[program.values];
    for (int result : program.results) {
      readOutside[result] = true;
    }
    int covered = 0;
    for (var code : offered) {
      boolean ready = code.isReady();
      complete &= ready;
      if (ready) {
        runners[code.from()] = code.runner(rowLength);
        byRows |= code.isByRows();
        markReads(covered, code.from(), readOutside);
        covered = code.to();
        for (int v = code.from(); v < code.to(); v++) {
          codes[v] = code;
          needed[v] = code.stores(v);
        }
      }
    }
    if (covered > 0) {
      markReads(covered, program.values, readOutside);
      for (int v = program.inputs; v < program.values; v++) {
        if (program.isConstant(v)) {
          needed[v] = readOutside[v];
        }
      }
    }
    oneByRows = findOneByRows();
  }

  /** {@return whether this is all that can be made of the code that is offered} */
  boolean isAllOf(List<BlockCode> codes) {
    return complete && codes == offered;
  }

  /** Lets go of the arrays of the last block. */
  void release() {
    for (var runner : runners) {
      if (runner != null) {
        runner.release();
      }
    }
  }

  private void markReads(int from, int to, boolean[] read) {
    for (int v = Math.max(from, program.inputs); v < to; v++) {
      for (int arg : program.args[v - program.inputs]) {
        read[arg] = true;
      }
    }
  }

  /** {@return whether a value must have a place in the block} */
  boolean needs(int value) {
    return needed[value];
  }

  /**
   * {@return whether values may take the arrays of those that are used no more: not where code goes
   * over rows again and again}
   */
  boolean sharesArrays() {
    return !byRows;
  }

  /** {@return whether an input is still read when a value is there, at any point} */
  boolean readsAfter(int input, int value) {
    var code = codes[value];
    if (code == null || program.lastUse[input] >= code.to()) {
      return program.lastUse[input] > value;
    }
    return code.readsAfterStoring(input, value);
  }

  /** {@return whether code of the provider computes a value} */
  boolean covers(int value) {
    return codes[value] != null;
  }

  /** {@return whether one piece of code, which goes over rows, computes all but literals} */
  boolean isOneByRows() {
    return oneByRows;
  }

  private boolean findOneByRows() {
    BlockCode one = null;
    for (int v = program.inputs; v < program.values; v++) {
      if (!program.isConstant(v)) {
        one = one == null ? codes[v] : one;
        if (one == null || codes[v] != one) {
          return false;
        }
      }
    }
    return one != null && one.isByRows();
  }

  /** {@return what computes a value and those after it, or null} */
  BlockCode.@Nullable Runner runnerFrom(int value) {
    return runners[value];
  }

  /** {@return the number after the last value that the code of a value computes} */
  int end(int value) {
    var code = codes[value];
    return code == null ? value + 1 : code.to();
  }
}
