package io.cambric.conformance.flax.sources;

import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.module.Lift;
import io.cambric.module.Partial;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Dense;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import org.jspecify.annotations.Nullable;

/** The modules of the design note on lifted transformations. */
final class SeedLiftModules {

  private SeedLiftModules() {}

  @Python(
      """
      class LinenVmapMLP(nn.Module):
          @nn.compact
          def __call__(self, xs):
              VmapMLP = nn.vmap(MLP, variable_axes={'params': 0}, split_rngs={'params': True}, in_axes=0)
              return VmapMLP(name='mlp')(xs)
      """)
  @Module(name = "LinenVmapMLP")
  record LinenVmapMlpDef() {
    @Compact
    Array call(Array xs) {
      return MappedMlp.of()
          .vmap()
          .variableAxis("params", 0)
          .splitRngs("params")
          .inAxes(0)
          .named("mlp")
          .call(xs);
    }
  }

  @Python(
      """
      class AutoNamedMLP(nn.Module):
          \"""the printed tree in the note belongs to this auto-named body\"""
          @nn.compact
          def __call__(self, xs):
              return nn.Dense(1)(nn.relu(nn.Dense(4)(xs)))
      """)
  @Module(name = "AutoNamedMLP")
  record AutoNamedMlpDef() {
    @Compact
    Array call(Array xs) {
      // Python constructs the outer layer before the argument of its call.
      var outer = Dense.of(1);
      return outer.call(relu(Dense.of(4).call(xs)));
    }
  }

  @Python(
      """
      class LinenVmapAutoNamedMLP(nn.Module):
          @nn.compact
          def __call__(self, xs):
              return nn.vmap(AutoNamedMLP, variable_axes={'params': 0}, split_rngs={'params': True}, in_axes=0)(name='mlp')(xs)
      """)
  @Module(name = "LinenVmapAutoNamedMLP")
  record LinenVmapAutoNamedMlpDef() {
    @Compact
    Array call(Array xs) {
      return AutoNamedMlp.of()
          .vmap()
          .variableAxis("params", 0)
          .splitRngs("params")
          .inAxes(0)
          .named("mlp")
          .call(xs);
    }
  }

  @Python(
      """
      class StatefulMLPField(nn.Module):
          \"""working variant: train is a field, the vmapped axis is named\"""
          train: bool
          axis_name: Any = None
          @nn.compact
          def __call__(self, x):
              h = nn.Dense(4, name='hidden')(x)
              h = nn.BatchNorm(axis_name=self.axis_name)(h, use_running_average=not self.train)
              h = nn.relu(h)
              return nn.Dense(1, name='out')(h)
      """)
  @Module(name = "StatefulMLPField")
  record StatefulMlpFieldDef(boolean train, @Nullable String axisName) {
    @Compact
    Array call(Array x) {
      var h = Dense.of(4).named("hidden").call(x);
      h = relu(BatchNorm.of().withAxisName(axisName).call(h, !train));
      return Dense.of(1).named("out").call(h);
    }
  }

  @Python(
      """
      class WorkingStatefulVmapMLP(nn.Module):
          axis: Any = None
          @nn.compact
          def __call__(self, xs, train):
              V = nn.vmap(StatefulMLPField, variable_axes={'params': 0, 'batch_stats': 0}, split_rngs={'params': True}, in_axes=0, axis_name=self.axis)
              return V(train, self.axis, name='mlp')(xs)
      """)
  @Module(name = "WorkingStatefulVmapMLP")
  record WorkingStatefulVmapMlpDef(@Nullable String axis) {
    WorkingStatefulVmapMlpDef() {
      this(null);
    }

    @Compact
    Array call(Array xs, boolean train) {
      var mlp =
          StatefulMlpField.of(train, axis)
              .vmap()
              .variableAxis("params", 0)
              .variableAxis("batch_stats", 0)
              .splitRngs("params")
              .inAxes(0);
      return (axis == null ? mlp : mlp.axisName(axis)).named("mlp").call(xs);
    }
  }

  /** Stands for {@link Partial}, which is part of the library. */
  @Python(
      """
      class Partial(flax.struct.PyTreeNode):
          fn: Callable = flax.struct.field(pytree_node=False)
          args: Iterable[Any]
          def __call__(self, *args, **kwargs):
              return self.fn(*(tuple(self.args) + args), **kwargs)
      """)
  interface SeedPartial {}

  @Python(
      """
      class FooPartial(nn.Module):
          in_axes: Any = 0
          @nn.compact
          def __call__(self, x):
              dense = nn.Dense(x.shape[-1])
              fn = lambda mdl, x: mdl(x) + 1
              vmap_inner = nn.vmap(FooPartial.inner, in_axes=self.in_axes, variable_axes={"params": 0}, split_rngs={"params": True})
              return vmap_inner(self, x, Partial(fn, [dense]))
          def inner(self, x, fn):
              for i in range(3):
                  x = fn(x)
              return x
      """)
  @Module
  record FooPartialDef(@Nullable Object inAxes) {
    FooPartialDef() {
      this(0);
    }

    @Compact
    Array call(Array x) {
      var dense = Dense.of(x.dim(-1));
      Fn<Array, Array> fn = new Partial<>((Dense m, Array y) -> m.call(y).add(1), dense);
      return Lift.vmap((FooPartial m, Array y, Fn<Array, Array> f) -> m.inner(y, f))
          .inAxes(axis())
          .variableAxis("params", 0)
          .splitRngs("params")
          .apply(FooPartial.self(), x, fn);
    }

    private @Nullable Integer axis() {
      return inAxes instanceof Number number ? (Integer) number.intValue() : null;
    }

    Array inner(Array x, Fn<Array, Array> fn) {
      for (int i = 0; i < 3; i++) {
        x = fn.apply(x);
      }
      return x;
    }
  }

  @Python(
      """
      class NaiveVmapMLP(nn.Module):
          @nn.compact
          def __call__(self, xs):
              mlp = MLP()
              return jax.vmap(lambda mlp, x: mlp(x))(mlp, xs)
      """)
  @Module(name = "NaiveVmapMLP")
  record NaiveVmapMlpDef() {
    @Compact
    Array call(Array xs) {
      var mlp = MappedMlp.of();
      return Transforms.vmap((Array x) -> mlp.call(x)).apply(xs);
    }
  }

  @Python(
      """
      class StatefulMLP(nn.Module):
          @nn.compact
          def __call__(self, x, *, train):
              h = nn.Dense(4, name='hidden')(x)
              h = nn.BatchNorm(axis_name='batch')(h, use_running_average=not train)
              h = nn.relu(h)
              return nn.Dense(1, name='out')(h)
      """)
  @Module(name = "StatefulMLP")
  record StatefulMlpDef() {
    @Compact
    Array call(Array x, boolean train) {
      var h = Dense.of(4).named("hidden").call(x);
      h = relu(BatchNorm.of().withAxisName("batch").call(h, !train));
      return Dense.of(1).named("out").call(h);
    }
  }

  @Python(
      """
      class LinenStatefulVmapMLP(nn.Module):
          @nn.compact
          def __call__(self, xs, *, train):
              VmapMLP = nn.vmap(StatefulMLP, variable_axes={'params': 0, 'batch_stats': 0}, split_rngs={'params': True}, in_axes=0)
              return VmapMLP(name='mlp')(xs, train=train)
      """)
  @Module(name = "LinenStatefulVmapMLP")
  record LinenStatefulVmapMlpDef() {
    @Compact
    Array call(Array xs, boolean train) {
      return StatefulMlp.of()
          .vmap()
          .variableAxis("params", 0)
          .variableAxis("batch_stats", 0)
          .splitRngs("params")
          .inAxes(0, null)
          .named("mlp")
          .call(xs, train);
    }
  }
}
