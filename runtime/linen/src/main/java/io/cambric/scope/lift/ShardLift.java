package io.cambric.scope.lift;

import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Scope;
import io.cambric.scope.Shards;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lifted sharding: the lanes of a named axis divide the variables of a function among themselves.
 * Each keeps its slices, and all gather the whole variables for the time of a call.
 *
 * <p>The initialisation makes whole variables with the numbers of the plain function, and keeps the
 * slices. Logical names and the {@linkplain io.cambric.scope.LogicalAxes rules} in effect decide
 * which dimension is divided over which axis. Calls follow the shards, and need no rules.
 *
 * <p>A call with arguments gathers as soon as they are known, and not before. Residuals of a
 * derivative hold the whole variables until the backward pass, unless the sharded function is
 * checkpointed: {@code layer.sharded().remat()}.
 *
 * {@snippet :
 * var init = LogicalAxes.withLogicalPartitioning(lecunNormal(), "embed", "mlp");
 * Dense.of(4096).withKernelInit(init).sharded().remat();
 * }
 *
 * @see Shards
 */
public record ShardLift() implements Lifting {

  /** The lift of all collections. */
  public static final ShardLift ALL = new ShardLift();

  @Override
  public String name() {
    return "shard";
  }

  /** None: a sharded module has the names, and so the numbers, of the plain one. */
  @Override
  public String prefix() {
    return "";
  }

  @Override
  public <R extends @Nullable Object> R run(
      List<Scope> scopes, LiftedFunction<R> function, List<? extends @Nullable Object> arguments) {
    var all = List.of(CollectionFilter.all());
    var place = scopes.getLast().pathText();
    return new Pack(name(), all, all, all)
        .run(
            scopes,
            packed -> {
              var whole = Shards.gather(packed.variables(), arguments);
              var outputs = Pure.run(packed, function, new Inputs(whole, packed.rngs(), arguments));
              var shards =
                  Outputs.variables(outputs).stream()
                      .map(group ->
                          group.stream().map(written -> Shards.shard(written, place)).toList())
                      .toList();
              return new Pack.Result<>(Outputs.<R>output(outputs), shards);
            });
  }
}
