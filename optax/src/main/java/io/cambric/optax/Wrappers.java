package io.cambric.optax;

import io.cambric.core.Array;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Injectable;
import io.cambric.optax.base.Labels;
import io.cambric.optax.base.Mask;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.schedule.Schedule;
import io.cambric.optax.schedule.Schedules;
import io.cambric.optax.wrapper.ApplyIfFinite;
import io.cambric.optax.wrapper.Condition;
import io.cambric.optax.wrapper.ConditionallyMask;
import io.cambric.optax.wrapper.ConditionallyTransform;
import io.cambric.optax.wrapper.FactoryOfValues;
import io.cambric.optax.wrapper.Flattened;
import io.cambric.optax.wrapper.Frozen;
import io.cambric.optax.wrapper.InjectHyperparams;
import io.cambric.optax.wrapper.Lookahead;
import io.cambric.optax.wrapper.Masked;
import io.cambric.optax.wrapper.MultiSteps;
import io.cambric.optax.wrapper.NamedChain;
import io.cambric.optax.wrapper.Partition;
import io.cambric.optax.wrapper.Sharded;
import io.cambric.optax.wrapper.SkipLargeUpdates;
import io.cambric.optax.wrapper.SkipNotFinite;
import io.cambric.transform.function.Fn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Transformations of transformations. */
final class Wrappers {

  private Wrappers() {}

  /**
   * {@return a transformation that ignores updates that are not finite}
   *
   * @param maxConsecutiveErrors the most consecutive steps that are ignored, not negative
   */
  public static ApplyIfFinite applyIfFinite(
      GradientTransformation inner, int maxConsecutiveErrors) {
    return new ApplyIfFinite(inner, maxConsecutiveErrors);
  }

  /** {@return these transformations in sequence} */
  public static GradientTransformation chain(GradientTransformation... parts) {
    return new Chain(List.of(parts));
  }

  /**
   * {@return a transformation of some steps; the updates of other steps are zeros}
   *
   * {@snippet :
   * conditionallyMask(adam(1e-3), (step, extras) -> step.mod(2).eq(0));
   * }
   *
   * @param shouldTransformFn from the number of previous steps and the extra arguments to a bool
   *     scalar
   */
  public static ConditionallyMask conditionallyMask(
      GradientTransformation inner, Condition shouldTransformFn) {
    return new ConditionallyMask(inner, shouldTransformFn);
  }

  /**
   * {@return a transformation of some steps; the updates of other steps pass unchanged}
   *
   * @param shouldTransformFn from the number of previous steps and the extra arguments to a bool
   *     scalar
   */
  public static ConditionallyTransform conditionallyTransform(
      GradientTransformation inner, Condition shouldTransformFn) {
    return new ConditionallyTransform(inner, shouldTransformFn);
  }

  /** {@return a transformation that sees all leaves as one vector} */
  public static Flattened flatten(GradientTransformation inner) {
    return new Flattened(inner);
  }

  /**
   * {@return zeros for some leaves; updates of other leaves pass unchanged}
   *
   * @param mask true for the leaves that stay unchanged
   */
  public static Masked freeze(Mask mask) {
    return Frozen.freeze(mask);
  }

  /**
   * {@return a transformation with its hyperparameters in the state}
   *
   * {@snippet :
   * var tx = injectHyperparams(adam(1e-3));
   * var state = tx.initial(params).with("learning_rate", 1e-4);
   * }
   *
   * @param inner any transformation with named hyperparameters
   */
  public static InjectHyperparams injectHyperparams(Injectable<?> inner) {
    return new InjectHyperparams(inner);
  }

  /**
   * {@return a transformation that a function makes from hyperparameters in the state}
   *
   * {@snippet :
   * injectHyperparams(
   *     Map.of("rate", ScalarOrSchedule.of(1e-3), "norm", ScalarOrSchedule.of(1)),
   *     h -> chain(clipByGlobalNorm(h.get("norm")), sgd(h.get("rate"))));
   * }
   *
   * @param hyperparams numbers, scalar arrays or schedules by name
   * @param innerFactory from the scalars of a step, by name, to the transformation
   */
  public static InjectHyperparams injectHyperparams(
      Map<String, ScalarOrSchedule> hyperparams,
      Fn<Map<String, Array>, GradientTransformation> innerFactory) {
    return new InjectHyperparams(new FactoryOfValues(hyperparams, innerFactory));
  }

  /**
   * {@return an optimiser with parameters that return to a slow copy after each period}
   *
   * @param syncPeriod steps in a period, at least 1
   * @param slowStepSize the fraction of the distance that slow parameters move towards fast ones
   */
  public static Lookahead lookahead(
      GradientTransformation fastOptimizer, int syncPeriod, Scalar slowStepSize) {
    return new Lookahead(fastOptimizer, syncPeriod, slowStepSize);
  }

  /**
   * {@return a transformation of some leaves; updates of other leaves pass unchanged}
   *
   * {@snippet :
   * masked(sgd(0.1), (Params p) -> p.mapWithPath((path, leaf) -> path.endsWith("/bias")));
   * }
   *
   * @param mask true for the leaves that are transformed
   */
  public static Masked masked(GradientTransformation inner, Mask mask) {
    return new Masked(inner, mask);
  }

  /** {@return a conditional transformation, by its older name in Optax} */
  public static ConditionallyTransform maybeUpdate(
      GradientTransformation inner, Condition shouldUpdateFn) {
    return new ConditionallyTransform(inner, shouldUpdateFn);
  }

  /**
   * {@return the accumulation of gradients over a number of mini-steps}
   *
   * @param everyKSchedule mini-steps for one step of the optimiser, at least 1
   */
  public static MultiSteps multiSteps(GradientTransformation opt, int everyKSchedule) {
    Hyperparameters.requirePositive(
        "MultiSteps", "every_k_schedule", everyKSchedule, "It is the number of mini-steps.");
    return new MultiSteps(opt, Schedules.constant(everyKSchedule));
  }

  /**
   * {@return the accumulation of gradients over a number of mini-steps that follows a schedule}
   *
   * @param everyKSchedule from steps of the optimiser so far to the mini-steps of the next one
   */
  public static MultiSteps multiSteps(GradientTransformation opt, Schedule everyKSchedule) {
    return new MultiSteps(opt, everyKSchedule);
  }

  /** {@return a partition, by its older name in Optax} */
  public static Partition multiTransform(
      Map<String, ? extends GradientTransformation> transforms, Labels paramLabels) {
    return new Partition(new LinkedHashMap<>(transforms), paramLabels);
  }

  /** {@return a part of a chain with a name} */
  public static NamedChain.Named named(String name, GradientTransformation transformation) {
    return new NamedChain.Named(name, transformation);
  }

  /**
   * {@return these transformations in sequence, with a state for each name}
   *
   * {@snippet :
   * namedChain(named("clip", clip(1)), named("opt", adam(1e-3)));
   * }
   */
  public static NamedChain namedChain(NamedChain.Named... parts) {
    return new NamedChain(List.of(parts));
  }

  /**
   * {@return a transformation for each label of the parameters}
   *
   * {@snippet :
   * partition(
   *     Map.of("weight", adam(1e-3), "bias", sgd(0.1)),
   *     (Params p) -> p.mapWithPath((path, leaf) -> path.endsWith("bias") ? "bias" : "weight"));
   * }
   *
   * @param transforms label to transformation
   * @param paramLabels the label of each leaf, or of a whole subtree
   */
  public static Partition partition(
      Map<String, ? extends GradientTransformation> transforms, Labels paramLabels) {
    return new Partition(new LinkedHashMap<>(transforms), paramLabels);
  }

  /**
   * {@return an optimiser of some leaves, with zeros for the others}
   *
   * @param freezeMask true for the leaves that stay unchanged
   */
  public static Partition selectiveTransform(GradientTransformation optimizer, Mask freezeMask) {
    return Frozen.selective(optimizer, freezeMask);
  }

  /**
   * {@return a skip function of {@link MultiSteps} for gradients with a large norm}
   *
   * @param maxSquaredNorm the least squared norm to skip, above 0
   */
  public static SkipLargeUpdates skipLargeUpdates(Scalar maxSquaredNorm) {
    return new SkipLargeUpdates(maxSquaredNorm);
  }

  /** {@return a skip function of {@link MultiSteps} for gradients that are not finite} */
  public static SkipNotFinite skipNotFinite() {
    return new SkipNotFinite();
  }

  /**
   * {@return a transformation with its state divided among the lanes of a named axis}
   *
   * <p>It takes the gradients of each lane, and returns the updates for their mean. The inner
   * transformation treats elements separately, or uses norms over all leaves.
   *
   * @param axisName the axis of a {@code vmap}, a {@code pmap} or a group of processes
   */
  public static Sharded sharded(GradientTransformation inner, String axisName) {
    return new Sharded(inner, axisName);
  }
}
