package io.cambric.flax.lifecycle;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import io.cambric.module.Lift;

/** Modules inside of one another, most of them with unbounded recursion. */
final class NestingDefinitions {

  private NestingDefinitions() {}
}

@Module
@SuppressWarnings("SubmoduleCycle")
record EndlessBlockDef(int width) {

  @Compact
  Array call(Array x) {
    return EndlessBlock.of(width).call(x);
  }
}

@Module
@SuppressWarnings("SubmoduleCycle")
record HenDef(int width) {

  record Parts(Egg egg) {}

  @Setup
  Parts parts() {
    return new Parts(Egg.of(width));
  }

  Array call(Parts parts, Array x) {
    return parts.egg().call(x);
  }
}

@Module
@SuppressWarnings("SubmoduleCycle")
record EggDef(int width) {

  record Parts(Hen hen) {}

  @Setup
  Parts parts() {
    return new Parts(Hen.of(width));
  }

  Array call(Parts parts, Array x) {
    return parts.hen().call(x);
  }
}

@Module
record EndlessLiftDef(int width) {

  @Compact
  Array call(Array x) {
    return Lift.<EndlessLift, Array, Array>jit((inner, y) -> inner.call(y))
        .apply(EndlessLift.of(width), x);
  }
}

@Module
record EndlessLeftDef(EndlessRight right) {

  EndlessLeftDef() {
    this(EndlessRight.of());
  }

  @Compact
  Array call(Array x) {
    return right.call(x);
  }
}

@Module
record EndlessRightDef(EndlessLeft left) {

  EndlessRightDef() {
    this(EndlessLeft.of());
  }

  @Compact
  Array call(Array x) {
    return left.call(x);
  }
}

@Module
record PlainRecursionDef(int width) {

  @Compact
  Array call(Array x) {
    return endless(x);
  }

  private static Array endless(Array x) {
    return endless(x.add(1));
  }
}

@Module
record CountedBlockDef(int depth) {

  @Compact
  Array call(Array x) {
    return depth == 0 ? x : CountedBlock.of(depth - 1).named("inner").call(x.add(1));
  }
}
