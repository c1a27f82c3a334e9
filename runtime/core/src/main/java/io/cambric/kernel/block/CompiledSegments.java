package io.cambric.kernel.block;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The compiled segments of a loop body that one {@link BlockRunner} uses. A value needs an array in
 * the block if no segment computes it, or if it is read outside its segment. Used by one thread.
 */
final class CompiledSegments {

  private final LoopProgram program;

  /** For each value, the segment that computes it. */
  private final @Nullable BlockCode[] codes;

  private final BlockCode.@Nullable Runner[] runners;
  private final List<BlockCode.Runner> used = new ArrayList<>();
  private final boolean[] needed;
  private final List<BlockCode> offered;
  private final boolean oneByRows;
  private boolean byRows;

  /** The number of offered segments that were compiled. */
  private final int ready;

  /** Takes the offered segments that are compiled. */
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
      if (code.isReady()) {
        var runner = code.runner(rowLength);
        runners[code.from()] = runner;
        used.add(runner);
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
    ready = used.size();
    oneByRows = findOneByRows();
  }

  /** {@return whether these are the offered segments, and none was compiled since} */
  boolean isAllOf(List<BlockCode> codes) {
    if (codes != offered) {
      return false;
    }
    int compiled = 0;
    for (int i = 0; i < codes.size() && ready < codes.size(); i++) {
      compiled += codes.get(i).isReady() ? 1 : 0;
    }
    return ready == codes.size() || compiled == ready;
  }

  /** Releases the arrays of the last block. */
  void release() {
    for (var runner : used) {
      runner.release();
    }
  }

  private void markReads(int from, int to, boolean[] read) {
    for (int v = Math.max(from, program.inputs); v < to; v++) {
      for (int arg : program.args[v - program.inputs]) {
        read[arg] = true;
      }
    }
  }

  /** {@return whether a value needs an array in the block} */
  boolean needs(int value) {
    return needed[value];
  }

  /**
   * {@return whether a value may reuse the array of another after its last use; false if a segment
   * makes several passes over rows}
   */
  boolean sharesArrays() {
    return !byRows;
  }

  /** {@return whether a segment may read an input after it has stored a value} */
  boolean readsAfter(int input, int value) {
    var code = codes[value];
    if (code == null || program.lastUse[input] >= code.to()) {
      return program.lastUse[input] > value;
    }
    return code.readsAfterStoring(input, value);
  }

  /** {@return whether a segment computes a value} */
  boolean covers(int value) {
    return codes[value] != null;
  }

  /**
   * {@return whether a single segment, which runs row by row, computes all values except literals}
   */
  boolean isOneByRows() {
    return oneByRows;
  }

  private boolean findOneByRows() {
    for (var code : codes) {
      if (code != null) {
        return code.isByRows() && program.isWhole(code);
      }
    }
    return false;
  }

  /** {@return the runner of the segment that begins with a value, or null} */
  BlockCode.@Nullable Runner runnerFrom(int value) {
    return runners[value];
  }

  /** {@return the number after the last value of the segment of a value} */
  int end(int value) {
    var code = codes[value];
    return code == null ? value + 1 : code.to();
  }
}
