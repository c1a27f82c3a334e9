package io.cambric.compile.step;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Epilogue fusion: attaches the pointwise loop that reads the result of a matrix product or
 * convolution to that call. The call runs the loop on each tile of its result, while the tile is in
 * the cache. Example: adding a bias and an activation costs no pass over memory.
 */
public final class Epilogues {

  /** The steps of a section, with {@code null} in place of an attached loop. */
  private final List<@Nullable Step> steps;

  private final PlaceUses readers;
  private final PlaceUses writers;

  private Epilogues(List<Step> steps) {
    this.steps = new ArrayList<>(steps);
    this.readers = PlaceUses.readers(steps);
    this.writers = PlaceUses.writers(steps);
  }

  /** {@return an equal program with calls that have epilogues} */
  public static FusedProgram merge(FusedProgram program) {
    return program.eachSection(section -> new Epilogues(section).run());
  }

  private List<Step> run() {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i) instanceof Step.Call call && call.rule().traits().epilogue()) {
        merge(call, i);
      }
    }
    return steps.stream().filter(Objects::nonNull).toList();
  }

  /** Merges a call with the first loop that can run on tiles of its result. */
  private void merge(Step.Call call, int number) {
    var result = call.outputs().getFirst();
    for (int reader : readers.of(result.place()).tailSet(number, false)) {
      if (steps.get(reader) instanceof Step.Loop loop
          && isEpilogue(loop, result)
          && isKnownBefore(loop, number, reader)) {
        steps.set(number, new Step.FusedCall(call, null, loop));
        steps.set(reader, null);
        readers.move(loop, reader, number);
        writers.move(loop, reader, number);
        return;
      }
    }
  }

  /** {@return whether a loop has one point per element of a result, in the same order} */
  private static boolean isEpilogue(Step.Loop loop, Value result) {
    return result.isWhole()
        && !loop.body().hasRows()
        && !loop.body().code().isEmpty()
        && loop.readsPointwise(result.place());
  }

  /**
   * {@return whether a loop can move up to a call: no step between them writes an operand of the
   * loop}
   */
  private boolean isKnownBefore(Step.Loop loop, int call, int number) {
    return loop.inputs().stream().noneMatch(read -> writers.isBetween(read.place(), call, number));
  }
}
