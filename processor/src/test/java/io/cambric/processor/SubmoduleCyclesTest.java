package io.cambric.processor;

import org.junit.jupiter.api.Test;

/** Definitions that make each other without end, and those that come to an end. */
class SubmoduleCyclesTest {

  @Test
  void cycle_of_any_length_is_reported_once() {
    new Bodies()
        .with(
            """
            @Module record ADef(int n) {
              record Parts(B b) {}
              @Setup Parts parts() { return new Parts(B.of(n)); }
            }
            @Module record BDef(int n) {
              record Parts(C c) {}
              @Setup Parts parts() { return new Parts(C.of(n)); }
            }
            @Module record CDef(int n) {
              record Parts(A a) {}
              @Setup Parts parts() { return new Parts(A.of(n)); }
            }
            @Module record SelfDef(int n) {
              @Compact Array call(Array x) { return Self.of(n - 1).call(x); }
            }
            @Module record UpDef(int n) { @Compact Array go(Array x) { return Down.of(n).go(x); } }
            @Module record DownDef(int n) { @Compact Array go(Array x) { return Up.of(n).go(x); } }
            """)
        .expect(3, cycle("A creates B, which creates C, which creates A"))
        .expect(14, cycle("Self creates Self"))
        .expect(17, cycle("Down creates Up, which creates Down"))
        .check();
  }

  @Test
  void recursion_that_something_ends_is_none() {
    new Bodies()
        .with(
            """
            @Module record ADef(int n) {
              @Compact Array call(Array x) {
                if (n == 0) { return x; }
                return A.of(n - 1).call(x);
              }
            }
            @Module record BDef(int n) {
              record Parts(Optional<B> b) {}
              @Setup Parts parts() {
                return new Parts(n == 0 ? Optional.empty() : Optional.of(B.of(n - 1)));
              }
            }
            @Module record CDef(int n) {
              @Compact Array encode(Array x) { return D.of(n).decode(x); }
              @Compact Array other(Array x) { return x; }
            }
            @Module record DDef(int n) {
              @Compact Array encode(Array x) { return C.of(n).encode(x); }
              @Compact Array decode(Array x) { return C.of(n).other(x); }
            }
            @Module record EDef(List<Integer> all) {
              @Compact Array call(Array x) {
                for (var i : all) { x = E.of(List.of()).call(x); }
                return x;
              }
            }
            """)
        .check();
  }

  private static String cycle(String way) {
    return "[SubmoduleCycle] %s, without end. Pass one of them as a component, or let a"
            .formatted(way)
        + " component end the recursion.";
  }
}
