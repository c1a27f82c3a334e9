package io.cambric.compile.step;

import io.cambric.compile.step.FusedProgram.Result;
import java.util.ArrayList;
import java.util.List;

/** Copies of results that are views, because a program returns whole arrays in row-major order. */
public final class ResultCopies {

  private ResultCopies() {}

  /** {@return an equal program whose results are whole arrays} */
  public static FusedProgram add(FusedProgram program) {
    var copies = new ArrayList<Step>();
    var results = program.results().stream().map(result -> whole(result, copies)).toList();
    return copies.isEmpty() ? program : program.withResults(results, copies);
  }

  private static Result whole(Result result, List<Step> copies) {
    return switch (result) {
      case Result.Written(var value) when !value.isWhole() ->
          new Result.Written(copy(value, copies));
      case Result.Written _, Result.Known _, Result.Input _ -> result;
    };
  }

  private static Value copy(Value value, List<Step> copies) {
    var copy = Step.Loop.copyOf(value);
    copies.add(copy);
    return copy.outputs().getFirst();
  }
}
